import type { EmulatedPlatform as Platform } from '@reelwright/sandbox/platforms';
import { type Databases, within } from './databases.ts';
import type { JournalEntry } from './journal.ts';
import type { ServicePrometheus } from './prometheus.ts';
import { type Finding, matchPosts } from './verdict.ts';

const ON_TIME_SECONDS = 300;
const QUANTILES = [0.5, 0.9, 0.99] as const;
/** A call takes time between the intent and the platform's own record of the post, and product time moves meanwhile. */
const SLACK_SECONDS = 60;

interface Posted {
  readonly platform: Platform;
  readonly captionLine: string;
  readonly plannedAt: Date;
  /** Seconds. */
  readonly lateness: number;
}

/**
 * I11: what an operator reads from Prometheus is what happened. Its count of posts, their share on time and the quantiles of
 * their lateness equal those of the ledger's rows; and each of these rows was on time if the journal says so.
 */
export async function measuredRight(
  source: Databases,
  prometheus: ServicePrometheus,
  journal: readonly JournalEntry[],
): Promise<Finding> {
  await prometheus.scraped();
  const rows = await readPosted(source);
  const offenders: string[] = [];
  for (const [platform, posted] of Map.groupBy(rows, (row) => row.platform)) {
    const named = `platform="${platform}"`;
    const read = async (expression: string) => (await prometheus.query(expression))[0]?.value;
    const count = await read(`max(publishing_post_lateness_seconds_count{${named}})`);
    if (count !== posted.length) offenders.push(`${platform}: ${count} posts measured, ${posted.length} in the ledger`);
    const onTime = posted.filter(({ lateness }) => lateness <= ON_TIME_SECONDS).length;
    const share = await read(
      `max(publishing_post_lateness_seconds_bucket{${named},le="${ON_TIME_SECONDS}"})
       / max(publishing_post_lateness_seconds_count{${named}})`,
    );
    if (Math.abs((share ?? -1) - onTime / posted.length) > 1e-9)
      offenders.push(`${platform}: ${share} on time, ${onTime} of ${posted.length} in the ledger`);
    for (const quantile of QUANTILES) {
      const measured = await read(
        `histogram_quantile(${quantile}, max by (le) (publishing_post_lateness_seconds_bucket{${named}}))`,
      );
      const bucket = await bucketOf(prometheus, named, posted, quantile);
      if (measured === undefined || measured < bucket.above || measured > bucket.upTo)
        offenders.push(
          `${platform}: the ${quantile} quantile is ${measured} s, in the ledger above ${bucket.above} and up to ${bucket.upTo} s`,
        );
    }
  }
  offenders.push(...journalDiffers(rows, journal));
  const meaning = "Prometheus' counts, shares on time and quantiles of lateness are those of ledger and journal";
  return { rule: 'I11', meaning, checked: rows.length, offenders };
}

/** The bucket that has the quantile of the ledger's rows; a histogram is no more exact than that. */
async function bucketOf(prometheus: ServicePrometheus, named: string, posted: readonly Posted[], quantile: number) {
  const sorted = posted.map(({ lateness }) => lateness).toSorted((a, b) => a - b);
  const exact = sorted[Math.max(0, Math.ceil(quantile * sorted.length) - 1)] ?? 0;
  const buckets = await prometheus.query(`max by (le) (publishing_post_lateness_seconds_bucket{${named}})`);
  const bounds = buckets.map(({ labels }) => Number(labels['le'])).filter(Number.isFinite);
  const sortedBounds = [0, ...bounds.toSorted((a, b) => a - b)];
  const last = sortedBounds.at(-1) ?? 0;
  // For a quantile in the last bucket, Prometheus answers the bound before it.
  if (exact > last) return { above: last, upTo: last };
  const upTo = sortedBounds.find((bound) => bound > 0 && exact <= bound) ?? last;
  return { above: sortedBounds[sortedBounds.indexOf(upTo) - 1] ?? 0, upTo };
}

function journalDiffers(rows: readonly Posted[], journal: readonly JournalEntry[]): string[] {
  const { postsOf, isRefused } = matchPosts({ journal });
  return rows.flatMap(({ platform, captionLine, plannedAt, lateness }) => {
    const post = postsOf({ platform, captionLine }).find((one) => !isRefused(one));
    if (!post) return [`${platform} '${captionLine}': posted, but not in the journal`];
    const seconds = (post.at.getTime() - plannedAt.getTime()) / 1_000;
    const isNear = Math.abs(seconds - ON_TIME_SECONDS) <= SLACK_SECONDS;
    if (isNear || seconds <= ON_TIME_SECONDS === lateness <= ON_TIME_SECONDS) return [];
    return [`${platform} '${captionLine}': ${lateness} s late, but ${seconds} s in the journal`];
  });
}

const readPosted = (source: Databases): Promise<Posted[]> =>
  within(source, 'publishing', (rows) =>
    rows<Posted>(`
      select p.platform, split_part(v.caption, E'\\n', 1) as "captionLine",
             coalesce(v.publish_at, p.due_at) as "plannedAt",
             greatest(0, extract(epoch from p.posted_at - coalesce(v.publish_at, p.due_at)))::float8 as lateness
        from posts p join videos v on v.id = p.video_id
       where p.state = 'posted'`),
  );
