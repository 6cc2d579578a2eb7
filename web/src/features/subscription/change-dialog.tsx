import type { Tier } from '@reelwright/product';
import { useQuery } from '@tanstack/react-query';
import { codeOf, messageOf } from '../../lib/api-client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Note } from '../../ui/note.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { changePreviewQuery } from './api.ts';
import { changeWords } from './change-words.ts';
import { useUpcoming } from './late-entries.ts';
import { OverdueNote } from './overdue-note.tsx';
import type { PlanHolder } from './plan-step.ts';
import { useBillingPortal } from './use-billing-portal.ts';
import { isHandledInDialog, useChangePlan } from './use-plan-change.ts';

interface Props {
  user: PlanHolder;
  tier: Tier;
  isAnnual: boolean;
  onClose: () => void;
}

/** Shows the server's preview of a plan change, with its cost and date, and asks for confirmation. */
export function ChangeDialog({ user, tier, isAnnual, onClose }: Props) {
  const preview = useQuery(changePreviewQuery(tier, isAnnual));
  const change = useChangePlan();
  const portal = useBillingPortal();
  const words = changeWords(user, tier, isAnnual, preview.data, useUpcoming());
  const serverError = preview.error ?? (change.isError && isHandledInDialog(change.error) ? change.error : null);
  const code = codeOf(serverError);
  const isPreviewExpired = code === 'PREVIEW_EXPIRED';

  const confirm = () =>
    change.mutate(
      { tier, isAnnual, prorationDate: preview.data?.prorationDate ?? null },
      {
        onSuccess: ({ checkoutUrl }) => checkoutUrl || onClose(),
        onError: (error) => {
          if (!isHandledInDialog(error)) onClose();
          else if (codeOf(error) === 'PREVIEW_EXPIRED') void preview.refetch();
        },
      },
    );
  // The dialog stays open while the browser leaves for a payment page, so that nothing is pressed twice.
  const isLeaving = change.isSuccess;

  return (
    <Dialog title={words.title} role="alertdialog" onClose={onClose}>
      {preview.isFetching ? (
        <Loading text="Calculating your price...">
          <div className="stack">
            <Skeleton width="90%" />
            <Skeleton width="60%" />
          </div>
        </Loading>
      ) : preview.isError && code !== 'PAYMENT_OVERDUE' ? (
        <LoadError
          title="Your price could not be calculated"
          text={`Nothing has changed. ${messageOf(preview.error, 'Please try again.')}`}
          onRetry={() => preview.refetch()}
        />
      ) : code === 'PAYMENT_OVERDUE' ? (
        <OverdueNote user={{ ...user, subscriptionStatus: 'past_due' }}>
          Plans can be changed once it is settled.
        </OverdueNote>
      ) : (
        <div className="stack">
          {words.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      )}
      {code === 'CARD_DECLINED' ? (
        <div role="alert">
          <Note
            tone="bad"
            title="Your card was declined."
            actions={
              <Button size="small" tone="ink" busy={portal.busy} onClick={portal.open}>
                Update payment method
              </Button>
            }
          >
            Your plan has not changed, and nothing was charged.
          </Note>
        </div>
      ) : null}
      {isPreviewExpired && !preview.isFetching ? (
        <div role="status">
          <Note tone="warn" title="The amount has changed.">
            The previous amount is no longer valid. Nothing has been charged.
          </Note>
        </div>
      ) : null}
      <div className="dialog-actions">
        {preview.data && words.action && code !== 'PAYMENT_OVERDUE' ? (
          <Button
            tone={words.isUp ? 'primary' : 'danger'}
            busy={change.isPending || isLeaving || preview.isFetching}
            onClick={confirm}
          >
            {words.action}
          </Button>
        ) : null}
        <Button tone="ink" onClick={onClose} data-first-focus>
          {words.safe}
        </Button>
      </div>
    </Dialog>
  );
}
