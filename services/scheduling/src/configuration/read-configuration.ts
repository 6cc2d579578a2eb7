import type { Reader } from '@reelwright/causes';
import type { DriveServiceClient } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import type { GrpcClient } from '@reelwright/grpc';
import { platforms, recordOf } from '@reelwright/product';
import type { Kysely } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import { type PlanDeps, refreshEntitlement } from '../entitlements/refresh-entitlement.ts';
import { type CalendarEntry, shownAt } from '../entries/calendar-entry.ts';
import { findEntries } from '../entries/entry.repository.ts';
import { holdOf } from '../entries/hold.ts';
import { usedIn } from '../entries/usage-ledger.repository.ts';
import { type Account, readAccount } from '../plans/account.repository.ts';
import { billingMonthOf } from '../plans/billing-month.ts';
import { readConfigurationRow } from '../settings/configuration.repository.ts';
import type { Configuration } from '../settings/configuration.ts';
import { settingsOf } from '../settings/entry-settings.ts';
import { describeCause } from '../timeline/causes.ts';
import { describeStatus } from '../timeline/status.schema.ts';
import { videoStatus } from '../timeline/status.ts';
import { currentDelivery, readReports } from '../timeline/timeline.repository.ts';
import { videoState, whyOf } from '../timeline/video-state.ts';
import { type Forecast, type ForecastDeps, forecastPosts } from './forecast-posts.ts';

export interface ConfigurationDeps extends PlanDeps {
  readonly drive: Pick<GrpcClient<DriveServiceClient>, 'getFolder'>;
}

const FOLDER_DEADLINE_MS = 500;

/** The saved configuration, the calendar with its states, and the usage of the plan. */
export async function readSavedConfiguration(deps: ConfigurationDeps, userId: string, reader: Reader) {
  const { db } = deps;
  const now = deps.clock.now();
  // The calendar that a person sees after a purchase has the size of the new plan.
  const [folderUrl] = await Promise.all([findFolderUrl(deps, userId), refreshEntitlement(deps, userId)]);
  const [account, { configuration, id, createdAt, updatedAt }] = await Promise.all([
    readAccount(db, userId, now),
    readConfigurationRow(db, userId),
  ]);
  const [calendar, usedThisMonth] = await Promise.all([
    readCalendar(db, account, configuration, now),
    usedIn(db, userId, billingMonthOf(now, account.plan).start),
  ]);
  return {
    id,
    userId,
    createdAt: createdAt?.toISOString() ?? null,
    updatedAt: updatedAt?.toISOString() ?? null,
    ...configuration,
    saved: configuration.version > 0,
    scheduledDates: describeCauses(calendar, { ...reader, timeZone: configuration.timeZone }),
    videosPerMonth: account.plan.videosPerMonth,
    usedThisMonth,
    folderUrl,
  };
}

/** What can be foreseen of the posts of the saved calendar. */
export async function readForecast(
  { db, clock, publishing, logger }: PlanDeps & ForecastDeps,
  userId: string,
  reader: Reader,
): Promise<Forecast> {
  const now = clock.now();
  const [account, { configuration }] = await Promise.all([
    readAccount(db, userId, now),
    readConfigurationRow(db, userId),
  ]);
  const { timeZone } = configuration;
  const calendar = await readCalendar(db, account, configuration, now);
  return forecastPosts({ publishing, logger }, { userId, timeZone, calendar, now }, reader);
}

export type Calendar = Awaited<ReturnType<typeof readCalendar>>;

/** The entries of the current and later billing months, numbered by time, with dates and times in one time zone. */
export async function readCalendar(
  db: Kysely<SchedulingDatabase>,
  account: Account,
  { timeZone, askBeforePosting }: Pick<Configuration, 'timeZone' | 'askBeforePosting'>,
  now: Date,
) {
  const entries = await findEntries(db, account.userId, billingMonthOf(now, account.plan).start);
  const { renders, posts, deliveries } = await readReports(db, entries);
  return entries.map((entry, position) => {
    const [render, entryPosts] = [renders.get(entry.id), posts.get(entry.id) ?? []];
    const delivery = currentDelivery(deliveries.get(entry.id), render?.variation ?? entry.variation);
    const hold = holdOf(
      entry,
      { ...account, askBeforePosting },
      render?.state === 'done' ? render.variation : undefined,
    );
    const known = { ...entry, hold, stored: entry.state, render, delivery, posts: entryPosts, account };
    const why = whyOf(known, render, entryPosts, now, account);
    return {
      id: entry.id,
      ...shownAt(entry, timeZone),
      publishAt: entry.publishAt.toISOString(),
      index: position + 1,
      ...settingsOf(entry),
      requested: requestOf(entry),
      state: videoState(entry.state, render, entryPosts),
      status: describeStatus(videoStatus(known, now)),
      why,
    };
  });
}

/** The style and the texts that an entry's video was requested with, which are posted; null before the request. */
function requestOf({ requestedType, requestedCaption, requestedCaptions }: CalendarEntry) {
  if (requestedType === null) return null;
  const captions = recordOf(platforms, (platform) => requestedCaptions?.[platform] ?? requestedCaption ?? '');
  return { videoType: requestedType, captions };
}

/** The calendar of a response: each cause with its texts. */
export const describeCauses = (calendar: Calendar, reader: Reader) =>
  calendar.map(({ why, ...entry }) => ({ ...entry, why: why && describeCause(why, reader) }));

/** The address of the user's Drive folder; null if there is none yet, or the call to drive fails or takes too long. */
export async function findFolderUrl({ drive, logger }: ConfigurationDeps, userId: string): Promise<string | null> {
  try {
    const { folderUrl } = await drive.getFolder({ userId }, { actingFor: userId, timeoutMs: FOLDER_DEADLINE_MS });
    return folderUrl || null;
  } catch (error) {
    if (!(error instanceof AppError && error.kind === 'NOT_FOUND'))
      logger.warn({ err: error }, 'the address of the Drive folder could not be read');
    return null;
  }
}
