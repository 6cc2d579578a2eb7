import { CauseError } from '@reelwright/causes';
import { events } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { enqueueEvent } from '@reelwright/outbox';
import type { Transaction } from 'kysely';
import { isTimeZone } from '../calendar/wall-time.ts';
import type { SchedulingDatabase } from '../database.ts';
import { type PlanDeps, refreshEntitlement, withNewestPlan } from '../entitlements/refresh-entitlement.ts';
import { type Account, lockAccount, writePause } from '../plans/account.repository.ts';
import { rowsOfSave } from '../recalls/saved-rows.ts';
import { blockToCharge, type FreeVideoDeps, takeFromBlock } from '../requests/free-video-budget.ts';
import { requestFreeVideo } from '../requests/request-free-video.ts';
import { readConfiguration, writeConfiguration } from '../settings/configuration.repository.ts';
import { type Configuration, requireVideoType } from '../settings/configuration.ts';
import { type ConfigurationInput, configurationAfter, eventFieldsOf } from '../settings/configuration-settings.ts';
import { announcePostingRules } from '../settings/posting-rules.ts';
import { applyDiff } from './apply-diff.ts';
import { type Calendar, readCalendar } from './read-configuration.ts';
import { configurationStale, type WantedEntry } from './save-diff.ts';

export interface SaveInput extends ConfigurationInput {
  readonly scheduledDates: readonly WantedEntry[];
  /** The version that the save is based on; without it the newest one. */
  readonly version?: number;
  /** The caller's address. */
  readonly address: string;
}

export interface Saved {
  readonly version: number;
  readonly timeZone: string;
  /** The calendar after the save, read in its transaction. */
  readonly calendar: Calendar;
  /** On the free plan: the requested video. */
  readonly videoId?: string;
}

/**
 * Saves a configuration. On a paid plan the calendar changes to what the save requests; the free plan has no
 * calendar, and one video is made now. Quota, entries and events change in one transaction, under the user's lock.
 *
 * @throws AppError CONFIGURATION_STALE, UNKNOWN_VIDEO_TYPE, UNKNOWN_TIME_ZONE, FREE_VIDEO_USED,
 *   FREE_VIDEOS_OF_NETWORK_USED, PLAN_FEATURE for a calendar on the free plan, PLAN_UNKNOWN if billing does not
 *   answer before a refusal, and the errors of applyDiff
 */
export async function saveConfiguration(
  deps: PlanDeps & FreeVideoDeps,
  userId: string,
  input: SaveInput,
): Promise<Saved> {
  requireVideoType(input.videoType);
  for (const entry of input.scheduledDates) if (entry.videoType) requireVideoType(entry.videoType);
  if (input.timeZone !== undefined && !isTimeZone(input.timeZone)) {
    throw new AppError('INVALID_ARGUMENT', 'UNKNOWN_TIME_ZONE', 'Choose a time zone of the list, such as Europe/Rome.');
  }
  // On the free plan a save without a calendar requests a video; on a paid one it empties the calendar.
  if (input.scheduledDates.length === 0) await refreshEntitlement(deps, userId);
  const block = await blockToCharge(deps, userId, input.address);
  return withNewestPlan(deps, userId, () =>
    deps.db.transaction().execute(async (trx) => {
      const saved = await saveUnderLock(trx, userId, input, deps.clock.now());
      if (saved.videoId && block) await takeFromBlock(trx, block, deps);
      return saved;
    }),
  );
}

async function saveUnderLock(
  trx: Transaction<SchedulingDatabase>,
  userId: string,
  input: SaveInput,
  now: Date,
): Promise<Saved> {
  const account = await lockAccount(trx, userId, now);
  if (account.deleted) throw new AppError('NOT_FOUND', 'ACCOUNT_DELETED', 'This account was deleted.');
  const isFree = account.plan.tier === 'free';
  if (isFree && input.scheduledDates.length > 0) {
    throw new CauseError('PERMISSION_DENIED', { code: 'PLAN_FEATURE', data: { feature: 'calendar' } });
  }
  const before = await readConfiguration(trx, userId);
  if (input.version !== undefined && input.version !== before.version) throw configurationStale();
  const configuration: Configuration = { version: before.version + 1, ...configurationAfter(input, before) };
  await writeConfiguration(trx, userId, configuration, now);
  if (configuration.askBeforePosting !== before.askBeforePosting) {
    await writePause(trx, userId, account.posting, account.postingRevision + 1);
    await announcePostingRules(trx, userId, now);
  }
  const outcome = isFree
    ? { entryCount: 0, videoId: await requestFreeVideo(trx, account, configuration, now) }
    : await applyDiff(trx, account, configuration, { wanted: input.scheduledDates, shownIn: before.timeZone }, now);
  await announce(trx, account, configuration, outcome.entryCount, now);
  const { version, timeZone } = configuration;
  const calendar = await readCalendar(trx, account, configuration, now);
  return { version, timeZone, calendar, ...('videoId' in outcome && { videoId: outcome.videoId }) };
}

async function announce(
  trx: Transaction<SchedulingDatabase>,
  account: Account,
  configuration: Configuration,
  entryCount: number,
  now: Date,
): Promise<void> {
  const { userId } = account;
  const saved = { userId, ...eventFieldsOf(configuration), entryCount, version: configuration.version, savedAt: now };
  for (const rows of await rowsOfSave(trx, userId, now)) {
    await enqueueEvent(trx, events.ConfigurationSaved, { ...saved, rows }, now);
  }
}
