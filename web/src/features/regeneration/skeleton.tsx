import { Loading, Skeleton } from '../../ui/skeleton.tsx';

const facts = ['Video type', 'Audio', 'Scheduled dates', 'Notes'];

/** The placeholder of the settings card. */
export function LastConfigurationSkeleton() {
  return (
    <Loading text="Loading configuration...">
      <div className="panel pad card">
        <Skeleton width="16rem" height="1.75rem" />
        <div className="last-configuration">
          <span className="reel is-loading" />
          {/* As high as the facts, so that the card below does not move. */}
          <dl className="facts">
            {facts.map((name) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <Skeleton width="60%" height="1lh" />
                </dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </Loading>
  );
}

/** The placeholder of the regeneration card. */
export function RegenerationSkeleton() {
  return (
    <Loading text="Loading regeneration status...">
      <div className="panel pad card">
        <Skeleton width="9rem" height="1.75rem" />
        <Skeleton width="90%" />
        <Skeleton width="80%" />
        <Skeleton width="60%" />
        <Skeleton width="12rem" height="44px" />
      </div>
    </Loading>
  );
}
