import type { Logger } from '@reelwright/logger';
import type { MeasureCause } from '@reelwright/product';
import { takeSlot } from '../budgets/budget.repository.ts';
import { dayIn, nextDay } from '../budgets/days.ts';
import { platformBudgets } from '../budgets/platform-budgets.ts';
import { meaningOf } from '../causes/causes.ts';
import { ConnectionUnusable, freshConnection, type TokenDeps } from '../connections/access-token.ts';
import { findConnection, getConnection } from '../connections/connections.repository.ts';
import { repairConnection } from '../connections/repair-connection.ts';
import { postingToken } from '../connections/stored-tokens.ts';
import type { ConnectionRow, PostMeasureRow } from '../database.ts';
import type { Measured, MeasureReader } from '../platforms/measures.ts';
import { codeOfFailure } from '../platforms/outcomes.ts';
import type { Level, Platform } from '../platforms/platform.ts';
import { ProviderRefusal } from '../platforms/provider-call.ts';
import { announceMeasure } from './measure.events.ts';
import { isReadAt, measuredUntil, nextMeasureAt, retryMeasureAt } from './measure-times.ts';
import {
  accountOf,
  type ClaimedMeasure,
  claimMore,
  extendMeasures,
  readClaimed,
  releaseMeasures,
  saveMeasure,
} from './measures.repository.ts';

export interface MeasureDeps extends TokenDeps {
  readonly logger: Logger;
  readonly measures: Readonly<Record<Platform, MeasureReader>>;
  readonly levels: Readonly<Record<Platform, Level>>;
  /** The reads a day, where a platform limits those of the whole app. */
  readonly readLimits: Readonly<Record<Platform, number | undefined>>;
  /** Real ms. */
  readonly leaseMs: number;
}

/** The most posts of an account that are read for one claim. */
const MOST_POSTS = 50;

/** Why posts of an account can't be read, and when to look again; null: when its connection changes, or at 90 days. */
interface Obstacle {
  readonly code: MeasureCause;
  readonly nextAt: Date | null;
}

/** Reads the due posts of an account, as many in one call as its platform allows. */
export async function readMeasures(deps: MeasureDeps, claimed: PostMeasureRow, signal: AbortSignal): Promise<void> {
  const { db, clock, leaseMs } = deps;
  const { user_id: userId, platform } = claimed;
  const more = await claimMore(db, claimed, { limit: MOST_POSTS - 1, leaseMs, now: clock.now() });
  const rows = await readClaimed(db, [claimed, ...more]);
  const connection = await findConnection(db, userId, platform);
  const obstacle = obstacleOf(deps, platform, connection);
  if (obstacle || !connection) return postpone(deps, rows, obstacle ?? NOT_CONNECTED);

  // Another account can't be asked about these.
  const foreign = rows.filter((row) => row.account_id !== connection.account_id);
  await postpone(deps, foreign, NOT_CONNECTED);
  const own = rows.filter((row) => row.account_id === connection.account_id);
  await readAll(deps, connection, own, signal);
}

const NOT_CONNECTED: Obstacle = { code: 'VIEWS_NOT_CONNECTED', nextAt: null };
const NEEDS_RECONNECT: Obstacle = { code: 'VIEWS_NEED_RECONNECT', nextAt: null };

/** What is known to stop a read before the platform is asked. */
function obstacleOf(
  { levels, measures, clock }: MeasureDeps,
  platform: Platform,
  connection: ConnectionRow | undefined,
): Obstacle | undefined {
  if (levels[platform] === 'off') return { code: 'VIEWS_DELAYED', nextAt: retryMeasureAt(clock.now(), 10) };
  if (!connection || connection.state === 'disconnected') return NOT_CONNECTED;
  const isGranted = measures[platform].scopes.every((scope) => connection.scopes.includes(scope));
  return connection.state === 'connected' && isGranted ? undefined : NEEDS_RECONNECT;
}

async function readAll(
  deps: MeasureDeps,
  known: ConnectionRow,
  rows: readonly ClaimedMeasure[],
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, cipher, leaseMs } = deps;
  const { platform } = known;
  const reader = deps.measures[platform];
  let left = [...rows];
  let connection = known;
  try {
    connection = await freshConnection(deps, known);
    const accessToken = postingToken(cipher, connection);
    while (left.length > 0) {
      if (signal.aborted) return releaseMeasures(db, left);
      const batch = await extendMeasures(db, left.slice(0, reader.mostIds), leaseMs);
      left = left.slice(reader.mostIds);
      const ids = batch.flatMap(({ platform_post_id: id }) => (id === null ? [] : [id]));
      if (ids.length > 0 && !(await takeRead(deps, platform))) {
        const nextAt = nextDay(platformBudgets[platform].timeZone, clock.now());
        return postpone(deps, [...batch, ...left], { code: 'VIEWS_DELAYED', nextAt });
      }
      const job = { accessToken, scopes: connection.scopes, now: clock.now, signal };
      left = [...batch, ...left];
      const askedAt = clock.now();
      const measured = ids.length > 0 ? await reader.read(job, ids) : new Map<string, Measured>();
      left = left.slice(batch.length);
      await saveAll(deps, connection, batch, { measured, askedAt });
    }
  } catch (error) {
    if (error instanceof ConnectionUnusable) return postpone(deps, left, NEEDS_RECONNECT);
    if (signal.aborted) return releaseMeasures(db, left);
    await postpone(deps, left, await obstacleAfter(deps, connection, error, left));
  }
}

/** Counts a read of the day. @returns false if this cell has none left */
async function takeRead({ db, clock, readLimits }: MeasureDeps, platform: Platform): Promise<boolean> {
  const limit = readLimits[platform];
  if (limit === undefined) return true;
  const day = dayIn(platformBudgets[platform].timeZone, clock.now());
  return db.transaction().execute((trx) => takeSlot(trx, { platform, scope: 'reads', day, limit }));
}

/** What a refusal or a missing answer means for the posts that were not read. */
async function obstacleAfter(
  deps: MeasureDeps,
  connection: ConnectionRow,
  error: unknown,
  rows: readonly ClaimedMeasure[],
): Promise<Obstacle> {
  const { db, clock, logger } = deps;
  const { platform } = connection;
  const code = codeOfFailure(error);
  const trouble = meaningOf(code).connection;
  logger.info({ platform, code, posts: rows.length }, 'views were not read');
  // The permission is only missing for views: posting goes on.
  if (trouble === 'scope') return NEEDS_RECONNECT;
  if (trouble === 'dead') {
    await repairConnection(deps, connection, code);
    const after = await getConnection(db, connection.id);
    if (after.state !== 'connected') return NEEDS_RECONNECT;
  }
  const tries = Math.max(0, ...rows.map((row) => row.tries));
  const retryAfterMs = error instanceof ProviderRefusal ? error.retryAfterMs : undefined;
  return { code: 'VIEWS_DELAYED', nextAt: retryMeasureAt(clock.now(), tries, retryAfterMs) };
}

/** Writes the numbers of a batch, as of the moment at which the platform was asked, with their events. */
async function saveAll(
  { db, clock, measures }: MeasureDeps,
  connection: ConnectionRow,
  batch: readonly ClaimedMeasure[],
  { measured, askedAt }: { readonly measured: ReadonlyMap<string, Measured>; readonly askedAt: Date },
): Promise<void> {
  const { watchTimeScope } = measures[connection.platform];
  const lacksWatchTime = watchTimeScope !== undefined && !connection.scopes.includes(watchTimeScope);
  await db.transaction().execute(async (trx) => {
    const now = clock.now();
    for (const row of batch) {
      const numbers = measured.get(row.platform_post_id ?? '');
      const codeOfWatchTime = lacksWatchTime ? ('WATCH_TIME_NEEDS_RECONNECT' as const) : null;
      const nextAt = nextMeasureAt({ postedAt: row.posted_at, account: accountOf(row) }, now);
      const saved = await saveMeasure(trx, row, {
        reading: numbers && { ...numbers, askedAt },
        // After the last read no permission brings a watch time.
        code: numbers ? nextAt && codeOfWatchTime : 'VIEWS_NOT_REPORTED',
        nextAt,
        tries: 0,
      });
      if (saved) await announceMeasure(trx, saved, { videoId: row.video_id, now });
    }
  });
}

/**
 * The earlier numbers stay. An event is written only if the cause is another one. A post that waits for something loses
 * that cause once it is not read any more: nobody can act on it then.
 */
async function postpone(
  { db, clock }: MeasureDeps,
  rows: readonly ClaimedMeasure[],
  obstacle: Obstacle,
): Promise<void> {
  if (rows.length === 0) return;
  await db.transaction().execute(async (trx) => {
    const now = clock.now();
    for (const row of rows) {
      const isOver = !isReadAt(row.posted_at, obstacle.nextAt ?? now);
      const code = isOver ? null : obstacle.code;
      const nextAt = isOver ? null : (obstacle.nextAt ?? measuredUntil(row.posted_at));
      const saved = await saveMeasure(trx, row, { code, nextAt, tries: row.tries + 1 });
      if (saved && row.code !== code) await announceMeasure(trx, saved, { videoId: row.video_id, now });
    }
  });
}
