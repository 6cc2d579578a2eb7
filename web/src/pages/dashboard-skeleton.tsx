import { RundownSkeleton } from '../features/videos/rundown.tsx';
import { Loading, LoadingWords, Skeleton } from '../ui/skeleton.tsx';

const words = 'Loading configuration...';

/** The placeholder of the whole dashboard, while it is not known who is signed in. */
export function DashboardSkeleton() {
  return (
    <main id="main" className="wrap app-main dashboard-main">
      <h1 className="visually-hidden">Dashboard</h1>
      <div className="app-top" aria-hidden="true">
        <div className="app-top-skeleton">
          <Skeleton width="min(20rem, 80%)" height="2.25rem" />
          <Skeleton width="min(15rem, 60%)" height="1rem" />
        </div>
        <div className="row">
          <Skeleton width="13rem" height="60px" />
          <Skeleton width="8.25rem" height="52px" />
        </div>
      </div>
      <WizardSkeleton />
    </main>
  );
}

/** The placeholder of the steps: the first one, whose reels have their final size. */
export function WizardSkeleton() {
  return (
    <Loading text={words} hasWords>
      <div className="wizard">
        <div className="steps" aria-hidden="true">
          {[1, 2, 3].map((step) => (
            <div key={step} className="step-skeleton">
              <Skeleton height="6px" />
              <Skeleton width="6rem" height="1rem" />
            </div>
          ))}
        </div>
        <div className="pick">
          <div className="pick-side">
            <div className="pick-words" aria-hidden="true">
              <Skeleton width="80%" height="1.75rem" />
              <Skeleton />
              <Skeleton width="70%" />
            </div>
            <div className="pick-switches">
              <LoadingWords text={words} />
            </div>
          </div>
          <div className="pick-grid">
            {[1, 2, 3, 4, 5, 6, 7, 8].map((place) => (
              <span key={place} className="reel is-loading" />
            ))}
          </div>
          <div className="pick-large">
            <span className="reel is-loading" />
          </div>
        </div>
        <div className="wizard-bar" aria-hidden="true">
          <Skeleton width="6.5rem" height="44px" />
          <Skeleton width="4.75rem" height="44px" />
        </div>
      </div>
    </Loading>
  );
}

/** The placeholder of the list of videos with the month beside it. */
export function VideosSkeleton() {
  return (
    <div className="dashboard">
      <RundownSkeleton />
      <div className="rail" aria-hidden="true">
        <Skeleton height="44px" />
        {[2, 4].map((lines) => (
          <div className="panel pad rail-skeleton" key={lines}>
            <Skeleton width="50%" height="1.4rem" />
            {Array.from({ length: lines }, (_, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike
              <Skeleton key={line} height="1.25rem" />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
