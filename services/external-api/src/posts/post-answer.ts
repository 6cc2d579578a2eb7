import { isCauseCode, progressText, type Reader, readCause, textFor } from '@reelwright/causes';
import { type PartnerCause, platformNames, platformTraits } from '@reelwright/product';
import Type, { type Static } from 'typebox';
import type { PartnerPostRow } from '../database.ts';

const Status = Type.Enum(['processing', 'posted', 'partially_posted', 'failed', 'unconfirmed']);
export type PostStatus = Static<typeof Status>;

const Text = Type.Optional(Type.String());
const Result = Type.Object({
  platform: Type.String(),
  state: Type.Enum(['processing', 'posted']),
  postId: Text,
  containerId: Text,
  videoId: Text,
  pageId: Text,
  pageName: Text,
  videoUrl: Text,
  /** Set while it waits for another day, because its platform's budget of the day is used up. */
  goesOutAt: Text,
  /** How often it was seen, and when its platform reported that; read from an hour after it went out. */
  views: Type.Optional(Type.Integer({ minimum: 0 })),
  measuredAt: Text,
  message: Type.String(),
});
const Failure = Type.Object({ error: Type.String(), message: Type.String() });

const answer = {
  /** The id for GET posts/{id}. */
  id: Type.String(),
  status: Status,
  /** Whether every platform has the video or is processing it. */
  success: Type.Boolean(),
  results: Type.Record(Type.String(), Result),
  posted_to: Type.Array(Type.String()),
  failed_to_post: Type.Array(Type.String()),
  errors: Type.Record(Type.String(), Failure),
  /** Set when every platform failed. */
  error: Text,
  message: Text,
};
export const PostAnswer = Type.Object(answer);
export type PostAnswer = Static<typeof PostAnswer>;
export const DatedPostAnswer = Type.Object({ ...answer, createdAt: Type.String(), updatedAt: Type.String() });

/** The fields of a platform's post that an answer needs. */
export type PostRow = Pick<
  PartnerPostRow,
  | 'platform'
  | 'state'
  | 'code'
  | 'cause_data'
  | 'platform_post_id'
  | 'container_id'
  | 'account_id'
  | 'account_name'
  | 'permalink'
  | 'goes_out_at'
> &
  Partial<Pick<PartnerPostRow, 'views' | 'measured_at'>>;

/** The bounds of Retry-After for a post that still changes. */
const SOONEST_SECONDS = 15;
const LATEST_SECONDS = 3_600;

const isUnderWay = ({ state }: PostRow): boolean => state === 'posted' || state === 'processing';

/** Whether publishing has not confirmed that it accepted the post; a repeat of the request continues with it. */
export const isOpen = ({ state }: Pick<PostRow, 'state'>): boolean => state === 'unknown' || state === 'waiting';

/**
 * The status of a post over all its platforms: processing before unconfirmed, then whether all, some or none have the
 * video.
 */
export function statusOf(rows: readonly Pick<PostRow, 'state'>[]): PostStatus {
  if (rows.some(({ state }) => state === 'processing')) return 'processing';
  if (rows.some((row) => row.state === 'unconfirmed' || isOpen(row))) return 'unconfirmed';
  if (rows.every(({ state }) => state === 'posted')) return 'posted';
  return rows.every(({ state }) => state === 'failed') ? 'failed' : 'partially_posted';
}

export interface AnswerOfPost {
  /** 500 when every platform failed. */
  readonly code: 200 | 500;
  readonly answer: PostAnswer;
  /** Set while the post still changes. */
  readonly retryAfterSeconds: number | undefined;
}

/** The answer about a post, to its request, to a repeat and to GET posts/{id}. */
export function answerOf(
  id: string,
  rows: readonly PostRow[],
  { now, reader }: { now: Date; reader: Reader },
): AnswerOfPost {
  const named = <Value>(list: readonly PostRow[], shown: (row: PostRow) => Value) =>
    Object.fromEntries(list.map((row) => [row.platform, shown(row)]));
  const inState = (wanted: PostRow['state']) =>
    rows.filter(({ state }) => state === wanted).map(({ platform }) => platform);
  const underWay = rows.filter(isUnderWay);
  const others = rows.filter((row) => !isUnderWay(row));
  const status = statusOf(rows);
  const answer: PostAnswer = {
    id,
    status,
    success: others.length === 0,
    results: named(underWay, (row) => resultOf(row, now, reader)),
    posted_to: inState('posted'),
    failed_to_post: inState('failed'),
    errors: named(others, (row) => failureOf(row, reader)),
  };
  const retryAfterSeconds = status === 'processing' ? askAgain(rows, now) : undefined;
  if (status !== 'failed') return { code: 200, answer, retryAfterSeconds };
  const message = rows.map((row) => `${platformNames[row.platform]}: ${textOf(row, reader)}`).join(' ');
  return { code: 500, answer: { ...answer, error: 'POSTING_FAILED', message }, retryAfterSeconds };
}

/** Seconds until a post may have changed; for one that waits for another day the time until then, at most an hour. */
function askAgain(rows: readonly PostRow[], now: Date): number {
  const secondsLeft = rows
    .filter(({ state }) => state === 'processing')
    .map(({ goes_out_at: at }) => (at === null ? 0 : Math.ceil((at.getTime() - now.getTime()) / 1000)));
  return Math.min(LATEST_SECONDS, Math.max(SOONEST_SECONDS, Math.min(...secondsLeft)));
}

function resultOf(row: PostRow, now: Date, reader: Reader): Static<typeof Result> {
  const { platform, platform_post_id: id, container_id, account_id, permalink, goes_out_at } = row;
  const { account } = platformTraits[platform];
  const isLater = row.state === 'processing' && goes_out_at !== null && goes_out_at > now;
  return {
    platform,
    state: row.state === 'posted' ? 'posted' : 'processing',
    ...(id && (account === 'channel' ? { videoId: id } : { postId: id })),
    ...(container_id && { containerId: container_id }),
    ...(account === 'page' && account_id && { pageId: account_id, pageName: row.account_name }),
    ...(permalink && { videoUrl: permalink }),
    ...(isLater && { goesOutAt: goes_out_at.toISOString() }),
    ...(typeof row.views === 'number' &&
      row.measured_at && { views: row.views, measuredAt: row.measured_at.toISOString() }),
    message: textOf(row, reader),
  };
}

/** A post whose process died before publishing answered is treated like one that publishing did not answer. */
function failureOf(row: PostRow, reader: Reader): Static<typeof Failure> {
  return { error: row.state === 'waiting' ? NOT_TAKEN : row.code, message: textOf(row, reader) };
}

/** Publishing did not answer. */
export const NOT_TAKEN = 'PUBLISHING_UNAVAILABLE' satisfies PartnerCause;

/** The message about a post: what happened and what to do. */
export function textOf(
  row: Pick<PostRow, 'platform' | 'state' | 'code' | 'cause_data' | 'goes_out_at'>,
  reader: Reader,
): string {
  const { platform, state, code } = row;
  if (state === 'waiting') return textFor({ code: NOT_TAKEN, data: {} }, reader);
  if (state === 'posted' || (state === 'processing' && code === '')) return progressText(state, platform, reader);
  if (isCauseCode(code)) {
    return textFor(readCause(code, { ...row.cause_data, platform, goesOutAt: row.goes_out_at }), reader);
  }
  // An error code of publishing, or a code of a newer version.
  return textFor({ code: state === 'unconfirmed' ? 'POST_LOST' : 'POST_FAILED', data: { platform } }, reader);
}
