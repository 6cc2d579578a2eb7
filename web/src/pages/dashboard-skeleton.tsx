import { Loading, LoadingWords, Skeleton } from '../ui/skeleton.tsx';

/** The placeholder of the dashboard; `inner` leaves out its top, which is already shown. */
export function DashboardSkeleton({ inner = false }: { inner?: boolean }) {
  const body = (
    <Loading text="Loading configuration..." hasWords>
      {inner ? null : (
        <div className="app-top skeleton-top">
          <Skeleton width="min(24rem, 80%)" height="3rem" />
          <Skeleton width="16rem" height="52px" />
        </div>
      )}
      <div className="wizard">
        <div className="steps" aria-hidden="true">
          {[1, 2, 3].map((step) => (
            <Skeleton key={step} height="6px" />
          ))}
        </div>
        <LoadingWords text="Loading configuration..." />
        <div className="pick-grid wide">
          {[1, 2, 3, 4, 5, 6, 7, 8].map((place) => (
            <span key={place} className="reel is-loading" />
          ))}
        </div>
      </div>
    </Loading>
  );
  return inner ? (
    body
  ) : (
    <main id="main" className="wrap app-main">
      {body}
    </main>
  );
}
