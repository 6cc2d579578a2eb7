import { events } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { enqueueEvent } from '@reelwright/outbox';
import type { Transaction } from 'kysely';
import { formatSlot } from '../calendar/format-date.ts';
import type { SchedulingDatabase } from '../database.ts';
import {
  insertEntries,
  lockEntries,
  placedColumns,
  plannedAfresh,
  updateEntries,
  updateEntry,
} from '../entries/entry.repository.ts';
import type { Entry } from '../entries/entry.ts';
import { type LedgerLine, writeLedger } from '../entries/usage-ledger.repository.ts';
import { requestEntry } from '../entries/video-request.ts';
import type { Account } from '../plans/account.repository.ts';
import { billingMonthOf } from '../plans/billing-month.ts';
import { pastPlan } from '../plans/past-plan.ts';
import type { Plan } from '../plans/plan-rules.ts';
import type { Configuration } from '../settings/configuration.ts';
import { captionOf } from '../settings/entry-settings.ts';
import { overPlan, readUpcomingEntries, resumeFitting, type UpcomingEntries } from '../usage/fit-entries.ts';
import {
  addedAt,
  isRevived,
  linesOfChange,
  linesOfCreation,
  linesOfRemoval,
  quotaMonthOf,
  requireSettings,
} from './quota-change.ts';
import { type Change, diffSave, type SaveDiff, type WantedEntry } from './save-diff.ts';

/** How far back a save may name entries that are past. */
const LOOK_BACK_MS = 40 * 86_400_000;

/** A made video costs as much again each time its style is changed, and counts once. */
const MOST_REMAKES = 5;

interface Save {
  readonly trx: Transaction<SchedulingDatabase>;
  readonly account: Account;
  readonly configuration: Configuration;
  readonly now: Date;
}

/**
 * Makes the calendar of a paid plan what a save asks for. The account is locked.
 * @throws AppError REMADE_TOO_OFTEN, and what a diff, its settings and the plan's limits throw
 */
export async function applyDiff(
  trx: Transaction<SchedulingDatabase>,
  account: Account,
  configuration: Configuration,
  calendar: { readonly wanted: readonly WantedEntry[]; readonly shownIn: string },
  now: Date,
): Promise<{ entryCount: number }> {
  const { userId, plan } = account;
  const existing = await lockEntries(trx, userId, new Date(now.getTime() - LOOK_BACK_MS));
  const diff = diffSave({ ...calendar, existing, timeZone: configuration.timeZone, now });
  requireSettings(diff, plan);
  const save: Save = { trx, account, configuration, now };
  await remove(save, diff.removals);
  for (const change of diff.changes) await applyChange(save, change);
  await create(save, diff.creations);
  const added = addedAt(diff);
  if (added.length > 0 || existing.some(({ state }) => state === 'paused')) {
    const upcoming = await readUpcomingEntries(trx, account, now);
    requireRoom(added, upcoming, plan);
    await resumeFitting(trx, account, upcoming, now);
  }
  const unchanged = diff.unchanged.filter(({ publishAt }) => publishAt > now);
  return { entryCount: unchanged.length + diff.changes.length + diff.creations.length };
}

/**
 * The months that a save adds to hold no more than the plans of their entries' times allow, by the rule that pauses.
 * @throws AppError PLAN_ENDS, PLAN_LIMIT_REACHED
 */
function requireRoom(added: readonly Date[], upcoming: UpcomingEntries, plan: Plan): void {
  const monthOf = (at: Date) => billingMonthOf(at, plan).start.getTime();
  const months = new Set(added.map(monthOf));
  const past = overPlan(upcoming, plan).find(({ publishAt }) => months.has(monthOf(publishAt)));
  if (past) throw pastPlan(past.publishAt, plan);
}

async function remove(save: Save, removals: readonly Entry[]): Promise<void> {
  const { trx, account, now } = save;
  const { userId } = account;
  const lines = removals.flatMap((entry) => linesOfRemoval(entry).map((line) => ({ ...line, videoId: entry.id })));
  const released = new Set(lines.map(({ videoId }) => videoId));
  const kept = removals.map(({ id }) => id).filter((id) => !released.has(id));
  const revisions = new Map([
    ...(await updateEntries(trx, [...released], { state: 'cancelled', quota_state: 'released' }, now)),
    ...(await updateEntries(trx, kept, { state: 'cancelled' }, now)),
  ]);
  await book(save, lines);
  for (const { id: videoId, wasRequested } of removals) {
    const revision = revisions.get(videoId);
    if (!wasRequested || revision === undefined) continue;
    await enqueueEvent(trx, events.VideoCancelled, { videoId, userId, revision }, now);
  }
}

async function create(save: Save, creations: SaveDiff['creations']): Promise<void> {
  const { userId, plan } = save.account;
  const entries = creations.map((creation) => {
    const quotaMonth = billingMonthOf(creation.publishAt, plan).start;
    return { ...creation, userId, state: 'planned' as const, quotaMonth };
  });
  const created = await insertEntries(save.trx, entries, save.now);
  const lines = created.flatMap(({ id: videoId, publishAt }) =>
    publishAt === null ? [] : linesOfCreation(publishAt, plan).map((line) => ({ ...line, videoId })),
  );
  await book(save, lines);
}

async function applyChange(save: Save, change: Change): Promise<void> {
  const { trx, account, configuration, now } = save;
  const { userId, plan } = account;
  const { entry, to, moved, restyled, reworded } = change;
  const revived = isRevived(change);
  const remade = entry.state === 'requested' && restyled && !revived;
  if (remade && entry.variation >= MOST_REMAKES) throw remadeTooOften(entry);
  // Also when it is planned afresh: its earlier render must not go out at its earlier time.
  const announces = entry.wasRequested && (moved || reworded || remade);
  const staysRequested = entry.state === 'requested' && !revived;
  // A video that is not made again keeps the style it was requested in, and the caption that fits it.
  const videoType = remade ? to.videoType : (entry.requestedType ?? to.videoType);
  const caption = captionOf({ ...to, videoType }, configuration);
  const revision = await updateEntry(
    trx,
    entry.id,
    {
      ...placedColumns(to),
      quota_month: quotaMonthOf(change, plan),
      ...(revived && plannedAfresh(entry.variation + 1)),
      ...(announces && staysRequested && { requested_caption: caption }),
    },
    now,
  );
  await book(
    save,
    linesOfChange(change, plan).map((line) => ({ ...line, videoId: entry.id })),
  );
  if (!announces) return;

  const video = { videoId: entry.id, userId, publishAt: to.publishAt, timeZone: to.timeZone };
  if (moved || reworded) {
    const platforms = [...(to.platforms ?? [])];
    await enqueueEvent(trx, events.VideoRescheduled, { ...video, caption, platforms, revision }, now);
  }
  if (!remade) return;
  // A newer revision than the move's, so that a reader that keeps the higher takes both.
  const request = { ...video, ...to, variation: entry.variation + 1 };
  await requestEntry(trx, request, configuration, {}, now);
}

function book({ trx, account, now }: Save, lines: readonly Omit<LedgerLine, 'userId'>[]): Promise<void> {
  const { userId } = account;
  return writeLedger(
    trx,
    lines.map((line) => ({ ...line, userId })),
    now,
  );
}

function remadeTooOften(entry: Entry): AppError {
  return new AppError(
    'RESOURCE_EXHAUSTED',
    'REMADE_TOO_OFTEN',
    `The video of ${formatSlot(entry)} was remade ${MOST_REMAKES} times already. Its style can no longer be changed.`,
  );
}
