import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { writeProblemText } from '../../lib/write-problem.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Fields } from '../../ui/fields.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { facebookPagesQuery, useChoosePage } from './api.ts';
import { SheetProblem } from './sheet-problem.tsx';

interface Props {
  /** The name of the Page to which reels are posted now. */
  current: string | null;
  onClose: () => void;
}

/** Chooses the Facebook Page to which reels are posted. */
export function FacebookPages({ current, onClose }: Props) {
  const { data, error, refetch, isFetching } = useQuery(facebookPagesQuery);
  const [picked, setPicked] = useState<string | null>(null);
  const choose = useChoosePage();
  const toast = useToast();
  const chosen = picked ?? data?.pages.find((page) => page.name === current)?.id ?? '';

  return (
    <Dialog title="Choose a Facebook Page" saving={choose.isPending} onClose={onClose}>
      {!data && error ? (
        <SheetProblem
          platform="facebook"
          error={error}
          text="You are still connected. Your Pages could not be loaded from Facebook."
          onRetry={() => refetch()}
          busy={isFetching}
        />
      ) : null}
      {!data && !error ? (
        <Loading text="Loading your Pages...">
          <div className="stack">
            <Skeleton height="2.75rem" />
            <Skeleton height="2.75rem" />
          </div>
        </Loading>
      ) : null}
      {data?.pages.length === 0 ? (
        <>
          <p>
            There is no Page that you can post to. Reels go to a Page, not to a personal profile. Create one on Facebook
            or ask for access to one, then connect again.
          </p>
          <div className="dialog-actions">
            <Button onClick={onClose}>Close</Button>
          </div>
        </>
      ) : null}
      {data && data.pages.length > 0 ? (
        <form
          className="dialog-form"
          onSubmit={(event) => {
            event.preventDefault();
            choose.mutate(chosen, {
              onSuccess: ({ pageName }) => {
                toast({ tone: 'ok', title: 'Facebook Page chosen', text: `Reels go to ${pageName}.` });
                onClose();
              },
            });
          }}
        >
          <Fields saving={choose.isPending}>
            <fieldset className="choices">
              <legend>Reels go to</legend>
              {data.pages.map((page) => (
                <label key={page.id}>
                  <input
                    type="radio"
                    name="page"
                    value={page.id}
                    checked={chosen === page.id}
                    onChange={() => setPicked(page.id)}
                  />
                  {page.name}
                </label>
              ))}
            </fieldset>
          </Fields>
          {choose.isError ? (
            <p className="field-error" role="alert">
              {writeProblemText(choose.error, {
                fallback: 'The Page was not saved. Please try again.',
                effect: 'the Page was saved',
              })}
            </p>
          ) : null}
          <div className="dialog-actions">
            <Button disabled={choose.isPending} onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" tone="primary" busy={choose.isPending} disabled={!chosen}>
              Choose Page
            </Button>
          </div>
        </form>
      ) : null}
    </Dialog>
  );
}
