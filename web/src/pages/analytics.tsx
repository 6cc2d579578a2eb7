import { analyticsOf, platformNames, platforms, styleNames } from '@reelwright/product';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { AppFrame } from '../app/app-frame.tsx';
import { paths } from '../app/paths.ts';
import { usePageTitle } from '../app/use-page-title.ts';
import { CSV_ADDRESS, postsQuery, type SeenPost, type Summary, summaryQuery } from '../features/analytics/api.ts';
import { Bars } from '../features/analytics/bars.tsx';
import { Hours } from '../features/analytics/hours.tsx';
import { Locked } from '../features/analytics/locked.tsx';
import { PostTable } from '../features/analytics/post-table.tsx';
import { ReconnectNotes } from '../features/analytics/reconnect-notes.tsx';
import { Totals } from '../features/analytics/totals.tsx';
import { useOpenDrive } from '../features/drive-folder/use-open-drive.ts';
import { useConnect } from '../features/social-connections/use-connect.ts';
import { UpgradeDialog } from '../features/subscription/upgrade-dialog.tsx';
import { formatAgo } from '../lib/format-date.ts';
import { useServerNow } from '../lib/use-server-now.ts';
import { browserZone } from '../lib/zoned-time.ts';
import { type CurrentUser, useCurrentUser } from '../session/current-user.ts';
import { RequireSession } from '../session/require-session.tsx';
import { BrandIcon } from '../ui/brand-icon.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Empty } from '../ui/empty.tsx';
import { Icon } from '../ui/icon.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import '../styles/analytics.css';

const everyPlatform = new Intl.ListFormat('en-GB').format(platforms.map((platform) => platformNames[platform]));
const viewsFeatures = ['The views of every post', `Counted on ${everyPlatform}`];
const allFeatures = [
  'Likes and watch time of every post',
  'What each platform and each style brings',
  'The hours at which your posts are seen most',
  'Everything as a CSV file',
];

/** How often the user's posts were seen. Elite sees everything, Starter and Pro the views of each post. */
export function AnalyticsPage() {
  usePageTitle('Analytics');
  const { data: user } = useCurrentUser();
  const drive = useOpenDrive();
  return (
    <AppFrame user={user ?? null} openingDrive={drive.opening} onOpenDrive={() => drive.open()}>
      <RequireSession skeleton={<Main aside={<div className="seen-aside" />}>{<Waiting />}</Main>}>
        {(present) => <Content user={present} />}
      </RequireSession>
    </AppFrame>
  );
}

function Main({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <main id="main" className="wrap app-main">
      <div className="seen-head">
        <div>
          <Link className="back" to={paths.dashboard}>
            <Icon name="left" />
            Back to dashboard
          </Link>
          <h1>Analytics</h1>
          <p className="muted under-title">How often your posts were seen.</p>
        </div>
        {aside}
      </div>
      {children}
    </main>
  );
}

function Content({ user }: { user: CurrentUser }) {
  const [upgrading, setUpgrading] = useState(false);
  const level = analyticsOf[user.subscriptionTier];
  const upgrade = () => setUpgrading(true);
  const dialog = upgrading ? <UpgradeDialog user={user} from="dashboard" onClose={() => setUpgrading(false)} /> : null;
  if (level === 'none') {
    return (
      <Main aside={null}>
        <Locked title="Views start with the Starter plan" features={viewsFeatures} onUpgrade={upgrade} />
        {dialog}
      </Main>
    );
  }
  return (
    <>
      {level === 'all' ? <Everything /> : <ViewsOnly onUpgrade={upgrade} />}
      {dialog}
    </>
  );
}

/** Starter and Pro. */
function ViewsOnly({ onUpgrade }: { onUpgrade: () => void }) {
  const posts = usePosts();
  return (
    <Main
      aside={
        <div className="seen-aside">
          <Updated at={newest(posts.found)} />
        </div>
      }
    >
      <div className="seen">
        <PostCard posts={posts} showsAll={false} />
        {/* Nobody knows before how high the posts are, so that what is below them comes with them. */}
        {posts.query.isPending ? null : (
          <Locked title="With the Elite plan" features={allFeatures} onUpgrade={onUpgrade} />
        )}
      </div>
    </Main>
  );
}

/** Elite. */
function Everything() {
  const summary = useQuery(summaryQuery(browserZone()));
  const posts = usePosts();
  const { data } = summary;
  const hasPosts = data !== undefined && data.totals.posts > 0;
  return (
    <Main
      aside={
        <div className="seen-aside">
          {hasPosts ? (
            <>
              <Updated at={data.measuredAt} />
              <a className={buttonClass()} href={CSV_ADDRESS} download>
                <Icon name="download" />
                Download CSV
              </a>
            </>
          ) : null}
        </div>
      }
    >
      <div className="seen">
        {data ? (
          hasPosts ? (
            <Figures summary={data} />
          ) : null
        ) : summary.isError ? (
          <LoadError
            title="Your totals did not load"
            text="Nothing is lost: views are counted all the same."
            onRetry={() => summary.refetch()}
            busy={summary.isFetching}
          />
        ) : (
          <Waiting />
        )}
        {summary.isPending ? null : <PostCard posts={posts} showsAll />}
      </div>
    </Main>
  );
}

function Figures({ summary }: { summary: Summary }) {
  return (
    <>
      <Totals totals={summary.totals} />
      <div className="seen-parts">
        <Card title="By platform">
          <Bars
            rows={summary.platforms.map((row) => ({
              ...row,
              key: row.platform,
              label: (
                <>
                  <BrandIcon name={row.platform} />
                  {platformNames[row.platform]}
                </>
              ),
            }))}
          />
        </Card>
        <Card title="By style">
          {summary.styles.length === 0 ? (
            <p className="muted">Styles show here with the next video that goes out.</p>
          ) : (
            <Bars rows={summary.styles.map((row) => ({ ...row, key: row.style, label: styleNames[row.style] }))} />
          )}
        </Card>
        <Card title="By hour">
          <Hours summary={summary} />
        </Card>
      </div>
    </>
  );
}

type Posts = ReturnType<typeof usePosts>;

function usePosts() {
  const query = useInfiniteQuery(postsQuery);
  const found: readonly SeenPost[] | undefined = query.data?.pages.flatMap(({ posts }) => posts);
  const reconnect = query.data?.pages[0]?.reconnect ?? [];
  return { query, found, reconnect };
}

function PostCard({ posts: { query, found, reconnect }, showsAll }: { posts: Posts; showsAll: boolean }) {
  const connect = useConnect();
  // The zone of the hours too, which are counted in it. The page does not read the configuration.
  const zone = browserZone();
  if (!found) {
    return query.isError ? (
      <LoadError
        title="Your posts did not load"
        text="Nothing is lost: views are counted all the same."
        onRetry={() => query.refetch()}
        busy={query.isFetching}
      />
    ) : (
      <Waiting />
    );
  }
  if (found.length === 0) {
    return (
      <Empty text="No posts yet. Views are counted from an hour after your first video is posted.">
        <Link className={buttonClass({ tone: 'primary' })} to={paths.dashboard}>
          Create a video
        </Link>
      </Empty>
    );
  }
  return (
    <Card title="Posts">
      <ReconnectNotes reconnect={reconnect} onReconnect={connect.mutate} />
      <PostTable posts={found} showsAll={showsAll} timeZone={zone} />
      <p className="small muted">Times in {zone}</p>
      {query.isFetchNextPageError ? <p role="alert">The next posts did not load.</p> : null}
      {query.hasNextPage ? (
        <div>
          <Button busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
    </Card>
  );
}

function Updated({ at }: { at: string | null }) {
  const now = useServerNow(60_000);
  return at ? <p className="muted number">Updated {formatAgo(at, now)}</p> : null;
}

/** The time of the newest number. */
function newest(posts: readonly SeenPost[] | undefined): string | null {
  const times = (posts ?? []).flatMap(({ measuredAt }) => measuredAt ?? []).sort();
  return times.at(-1) ?? null;
}

function Waiting() {
  return (
    <Loading text="Loading your views...">
      <div className="panel pad card">
        <Skeleton width="8rem" height="1.4rem" />
        <Skeleton height="3rem" />
        <Skeleton height="3rem" />
        <Skeleton height="3rem" />
      </div>
    </Loading>
  );
}
