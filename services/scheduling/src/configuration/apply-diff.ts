import { events } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { enqueueEvent } from '@reelwright/outbox';
import type { Transaction } from 'kysely';
import { formatSlot } from '../calendar/format-date.ts';
import type { SchedulingDatabase } from '../database.ts';
import { insertEntry, lockEntries, placedColumns, plannedAfresh, updateEntry } from '../entries/entry.repository.ts';
import type { Entry } from '../entries/entry.ts';
import { requestEntry } from '../entries/video-request.ts';
import { billingMonthOf } from '../plans/billing-month.ts';
import { pastPlan } from '../plans/past-plan.ts';
import type { Plan } from '../plans/plan-rules.ts';
import type { Configuration } from '../settings/configuration.ts';
import { captionOf } from '../settings/entry-settings.ts';
import type { Account } from '../usage/account.repository.ts';
import { overPlan, readUpcomingEntries, resumeFitting, type UpcomingEntries } from '../usage/fit-entries.ts';
import { writeLedger } from '../usage/usage-ledger.repository.ts';
import {
  addedAt,
  isRevived,
  linesOfChange,
  linesOfCreation,
  linesOfRemoval,
  type QuotaLine,
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
  for (const entry of diff.removals) await remove(save, entry);
  for (const change of diff.changes) await applyChange(save, change);
  for (const creation of diff.creations) await create(save, creation);
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

async function remove(save: Save, entry: Entry): Promise<void> {
  const { trx, account, now } = save;
  const { userId } = account;
  const lines = linesOfRemoval(entry);
  const given = lines.length > 0 && { quota_state: 'released' as const };
  const revision = await updateEntry(trx, entry.id, { state: 'cancelled', ...given }, now);
  await book(save, entry.id, lines);
  if (!entry.wasRequested) return;
  await enqueueEvent(trx, events.VideoCancelled, { videoId: entry.id, userId, revision }, now);
}

async function create(save: Save, creation: SaveDiff['creations'][number]): Promise<void> {
  const { trx, account, now } = save;
  const { userId, plan } = account;
  const quotaMonth = billingMonthOf(creation.publishAt, plan).start;
  const id = await insertEntry(trx, { ...creation, userId, state: 'planned', quotaMonth }, now);
  await book(save, id, linesOfCreation(creation.publishAt, plan));
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
  await book(save, entry.id, linesOfChange(change, plan));
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

function book({ trx, account, now }: Save, videoId: string, lines: readonly QuotaLine[]): Promise<void> {
  const { userId } = account;
  return writeLedger(
    trx,
    lines.map((line) => ({ ...line, userId, videoId })),
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
