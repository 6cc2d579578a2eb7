import { DEFAULT_CORNER, hasBranding, type Tier } from '@reelwright/product';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { writeProblem } from '../../lib/write-problem.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Note } from '../../ui/note.tsx';
import { RowSection } from '../../ui/rows.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { type Branding, brandingQuery, useSaveBranding } from './api.ts';
import { BrandingForm } from './branding-form.tsx';
import { BrandingPreview } from './branding-preview.tsx';
import '../../styles/branding.css';

interface Props {
  tier: Tier;
  /** The style of the preview. */
  style: string;
}

/** The logo and the palette on the user's videos: the custom branding of the Elite plan. */
export function BrandingSection({ tier, style }: Props) {
  const { data, isError, refetch, isFetching } = useQuery(brandingQuery);
  return (
    <RowSection title="Branding">
      {data ? (
        hasBranding[tier] ? (
          <BrandingForm branding={data} style={style} />
        ) : data.savedAt ? (
          <Kept branding={data} style={style} />
        ) : (
          <Offer style={style} />
        )
      ) : isError ? (
        <LoadError
          title="Your branding did not load"
          text="Your videos are made with it all the same. Only this part could not load."
          onRetry={() => refetch()}
          busy={isFetching}
        />
      ) : (
        <Loading text="Loading your branding...">
          <Skeleton width="70%" />
        </Loading>
      )}
    </RowSection>
  );
}

const seePlans = (
  <Link className={buttonClass({ size: 'small' })} to={paths.pricing}>
    See plans
  </Link>
);

/** Nothing was ever saved, and the plan does not include it. */
function Offer({ style }: { style: string }) {
  return (
    <div className="branding">
      <div className="branding-offer">
        <p>
          Your logo in a corner of every video, and your colours in its captions and scenes. You see it here before it
          is saved.
        </p>
        <p className="muted">Custom branding is part of the Elite plan.</p>
        {seePlans}
      </div>
      <BrandingPreview style={style} logo={null} corner={DEFAULT_CORNER} palette={[]} showsPlace />
    </div>
  );
}

/** It was saved on a higher plan. */
function Kept({ branding, style }: { branding: Branding; style: string }) {
  const remove = useSaveBranding();
  const toast = useToast();
  const removeAll = () =>
    remove.mutate(null, {
      onSuccess: () => toast({ tone: 'ok', title: 'Branding Removed' }),
      onError: (error) =>
        toast({
          tone: 'bad',
          title: 'Error',
          ...writeProblem(error, {
            fallback: 'Your branding was not removed. Please try again.',
            effect: 'your branding was removed',
          }),
        }),
    });
  const { logo, corner, palette } = branding;
  return (
    <div className="branding">
      <Note
        tone="warn"
        title="Your branding is kept, but not drawn"
        actions={
          <>
            {seePlans}
            <Button size="small" tone="quiet" busy={remove.isPending} busyText="Removing..." onClick={removeAll}>
              Remove branding
            </Button>
          </>
        }
      >
        New videos have no logo and no palette until you are on the Elite plan again.
      </Note>
      <BrandingPreview
        style={style}
        logo={logo && `data:image/png;base64,${logo.image}`}
        corner={corner}
        palette={palette}
      />
    </div>
  );
}
