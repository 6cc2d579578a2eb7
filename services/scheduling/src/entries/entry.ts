import { events, type VideoCancelled, type VideoRequested, type VideoRescheduled } from '@reelwright/contracts';
import type { Captions, EntryState } from '@reelwright/product';
import type { Configuration } from '../settings/configuration.ts';
import type { EntrySettings } from '../settings/entry-settings.ts';
import type { LedgerLine } from './usage-ledger.repository.ts';
import {
  captionsIn,
  contentOf,
  type RequestedTexts,
  requestedFields,
  requestedTexts,
  videoRequested,
} from './video-request.ts';

export type QuotaState = 'reserved' | 'committed' | 'released';

/** The part of an entry that a save decides: its time and its own settings. */
export interface EntryDraft extends EntrySettings {
  readonly date: string | null;
  readonly time: string | null;
  readonly timeZone: string;
  /** Null if its video is not posted, as on the free plan. */
  readonly publishAt: Date | null;
}

/** An entry with the quota it holds, as it is stored. */
export interface Entry extends EntryDraft {
  readonly id: string;
  readonly userId: string;
  readonly state: EntryState;
  readonly revision: number;
  readonly variation: number;
  /** The style of the last request; null before the first. */
  readonly requestedType: string | null;
  /** The caption that was last announced, and that is posted. */
  readonly requestedCaption: string | null;
  /** The same by platform; null where an earlier release announced it. */
  readonly requestedCaptions: Captions | null;
  /** Product time; null before the first request. */
  readonly requestedAt: Date | null;
  /** Its owner does not want it posted. It is not planned, so that its video is not requested any more. */
  readonly skipped: boolean;
  /** The variation that its owner approved; null if none, and after a change of what is posted with it. */
  readonly approvedVariation: number | null;
  /** The start of the billing month it counts in. */
  readonly quotaMonth: Date;
  readonly quotaState: QuotaState;
}

/** What a save changes in an entry. */
export interface EntryDifference {
  readonly moved: boolean;
  readonly restyled: boolean;
  readonly reworded: boolean;
}

/** What happens to an entry. */
export type EntryEvent =
  | Changed
  | { readonly type: 'removed'; readonly wasRequested: boolean }
  /** It falls due, and its plan covers it. */
  | { readonly type: 'requested'; readonly configuration: Configuration }
  /** Its plan has no room for it, or ends before its time. */
  | { readonly type: 'paused' }
  | { readonly type: 'resumed'; readonly quotaMonth: Date }
  /** Its owner does not want it posted, or does again. */
  | { readonly type: 'skipped' | 'unskipped' }
  /** Its owner approved a variation of its video. */
  | { readonly type: 'approved'; readonly variation: number }
  /** Its time passed before its video was requested. */
  | { readonly type: 'missed' }
  /** It was missed, and its owner wants it made and posted now. */
  | { readonly type: 'posted_now'; readonly configuration: Configuration; readonly quotaMonth: Date }
  | { readonly type: 'regenerated'; readonly configuration: Configuration; readonly renderFailed: boolean }
  /** It counts in another billing month. */
  | { readonly type: 'recounted'; readonly quotaMonth: Date }
  | { readonly type: 'rendered'; readonly variation: number; readonly allMissed: boolean }
  | { readonly type: 'render_failed'; readonly variation: number }
  /** One of its posts has gone out. */
  | { readonly type: 'posted' }
  /** All of its posts ended without going out, one of them as missed. */
  | { readonly type: 'posts_missed' }
  /** A restored database lacks this request. */
  | { readonly type: 'request_recalled'; readonly request: VideoRequested };

interface Changed {
  readonly type: 'changed';
  readonly to: EntryDraft;
  readonly difference: EntryDifference;
  /** The billing month of its time after the change. */
  readonly quotaMonth: Date;
  readonly configuration: Configuration;
  readonly wasRequested: boolean;
  readonly renderFailed: boolean;
}

interface OutgoingEvent<Event extends 'VideoRequested' | 'VideoRescheduled' | 'VideoCancelled', Payload> {
  readonly event: (typeof events)[Event];
  readonly payload: Payload;
}

export interface Effects {
  readonly ledger: readonly LedgerLine[];
  /** The events to publish, in this order. */
  readonly events: readonly (
    | OutgoingEvent<'VideoRequested', VideoRequested>
    | OutgoingEvent<'VideoRescheduled', VideoRescheduled>
    | OutgoingEvent<'VideoCancelled', VideoCancelled>
  )[];
}

export interface Transition {
  readonly before: Entry;
  readonly entry: Entry;
  readonly effects: Effects;
}

/** Whether 'Post now' is possible: the entry's time passed before its video was requested. */
export const canPostNow = ({ state }: Pick<Entry, 'state'>): boolean => state === 'missed';

/** Whether its owner can skip it: it may still go out. */
export const canSkip = ({ state, skipped }: Pick<Entry, 'state' | 'skipped'>): boolean =>
  !skipped && state !== 'cancelled' && state !== 'missed';

/**
 * Returns an entry after an event. Pure, and the only place that chooses its state and its lines in the quota ledger.
 */
export function transition(entry: Entry, event: EntryEvent, now: Date): Transition {
  const { state, quotaState } = entry;
  switch (event.type) {
    case 'changed':
      return state === 'cancelled' ? unchanged(entry) : change(entry, event, now);
    case 'removed': {
      if (state === 'cancelled') return unchanged(entry);
      // A requested video costs money, so its quota stays used.
      const kind = state === 'planned' && quotaState === 'reserved' ? 'release' : undefined;
      const removed = next(entry, { state: 'cancelled', ...(kind && { quotaState: 'released' }) });
      const { id: videoId, userId, revision } = removed;
      const payload = { videoId, userId, revision };
      return {
        before: entry,
        entry: removed,
        effects: {
          ledger: kind ? [lineOf(entry, kind)] : [],
          events: event.wasRequested ? [{ event: events.VideoCancelled, payload }] : [],
        },
      };
    }
    case 'requested':
      return state === 'planned' ? request(entry, event.configuration, now) : unchanged(entry);
    case 'paused':
    case 'missed':
      return state === 'planned' ? release(entry, next(entry, { state: event.type })) : unchanged(entry);
    case 'resumed':
      return state === 'paused'
        ? reserve(entry, next(entry, { state: 'planned', quotaMonth: event.quotaMonth }))
        : unchanged(entry);
    case 'skipped':
      if (!canSkip(entry)) return unchanged(entry);
      return state === 'planned'
        ? release(entry, next(entry, { state: 'paused', skipped: true }))
        : reviewed(entry, { skipped: true });
    case 'unskipped':
      // If its video was not requested, it is resumed like any paused entry when the plan has room.
      return entry.skipped ? reviewed(entry, { skipped: false }) : unchanged(entry);
    case 'approved': {
      const isNew = state === 'requested' && entry.approvedVariation !== event.variation;
      return isNew ? reviewed(entry, { approvedVariation: event.variation }) : unchanged(entry);
    }
    case 'posted_now': {
      if (!canPostNow(entry)) return unchanged(entry);
      const { quotaMonth, configuration } = event;
      return request(entry, configuration, now, { quotaMonth, quotaState: 'reserved' }, now);
    }
    case 'regenerated': {
      const variation = entry.variation + 1;
      if (state === 'planned') return { before: entry, entry: next(entry, { variation }), effects: NO_EFFECTS };
      if (state !== 'requested') return unchanged(entry);
      const quota = countsAgain(entry, event.renderFailed) && { quotaState: 'reserved' as const };
      return request(entry, event.configuration, now, { variation, ...quota });
    }
    case 'recounted':
      return recount(entry, { ...entry, quotaMonth: event.quotaMonth });
    case 'rendered': {
      // If it was released because its posts were missed, it counts again only when one of them goes out.
      const staysReleased = quotaState === 'released' && event.allMissed;
      return event.variation === entry.variation && !staysReleased ? commit(entry) : unchanged(entry);
    }
    case 'render_failed': {
      // A video that was removed after its request counts, however its render ends.
      const isCurrent = event.variation === entry.variation && state === 'requested';
      return isCurrent && quotaState === 'reserved' ? release(entry, entry) : unchanged(entry);
    }
    case 'posted':
      return state === 'requested' ? commit(entry) : unchanged(entry);
    case 'posts_missed':
      return state === 'requested' ? release(entry, entry) : unchanged(entry);
    case 'request_recalled': {
      const { revision, variation, videoType, caption, requestedAt = now } = event.request;
      if (state === 'cancelled' || revision <= entry.revision) return unchanged(entry);
      const texts = { requestedCaption: caption, requestedCaptions: captionsIn(event.request) };
      const requested = { requestedType: videoType, ...texts, requestedAt };
      const recalled = { ...entry, state: 'requested' as const, revision, variation, ...requested };
      return { before: entry, entry: recalled, effects: NO_EFFECTS };
    }
  }
}

/** A new planned entry, not stored yet; it reserves quota. */
export function planned(userId: string, draft: EntryDraft, quotaMonth: Date): Omit<Entry, 'id'> {
  return {
    ...draft,
    userId,
    state: 'planned',
    revision: 1,
    variation: 0,
    ...NOT_REQUESTED,
    skipped: false,
    approvedVariation: null,
    quotaMonth,
    quotaState: 'reserved',
  };
}

/** A new entry whose video is requested when it is stored; it reserves quota. */
export function requestedAtOnce(entry: Omit<Entry, 'id'>, configuration: Configuration, now: Date): Omit<Entry, 'id'> {
  return { ...entry, state: 'requested', ...requestedFields(entry, configuration, now) };
}

/** The effects of storing a new entry. */
export function effectsOfCreation(entry: Entry, configuration: Configuration): Effects {
  const requests = entry.state === 'requested' ? [videoRequested(entry, configuration, entry.publishAt)] : [];
  return { ledger: [lineOf(entry, 'reserve')], events: requests };
}

/** Whether a change plans the entry again: its render failed, and it is moved or gets another style. */
export function isRevived(
  { state }: Pick<Entry, 'state'>,
  renderFailed: boolean,
  { moved, restyled }: EntryDifference,
): boolean {
  return state === 'requested' && renderFailed && (moved || restyled);
}

/** Whether a change requests the video again, in a new style. */
export function isRemade(entry: Pick<Entry, 'state'>, renderFailed: boolean, difference: EntryDifference): boolean {
  return entry.state === 'requested' && difference.restyled && !isRevived(entry, renderFailed, difference);
}

/** Whether a regeneration reserves quota again: its render failed, and its quota was released. */
export function countsAgain({ quotaState }: Pick<Entry, 'quotaState'>, renderFailed: boolean): boolean {
  return renderFailed && quotaState === 'released';
}

const NO_EFFECTS: Effects = { ledger: [], events: [] };
const NOT_REQUESTED = { requestedType: null, requestedCaption: null, requestedCaptions: null, requestedAt: null };

const lineOf = (
  { userId, id: videoId, quotaMonth }: Pick<Entry, 'userId' | 'id' | 'quotaMonth'>,
  kind: LedgerLine['kind'],
): LedgerLine => ({ userId, videoId, quotaMonth, kind });

const next = (entry: Entry, fields: Partial<Entry>): Entry => ({ ...entry, ...fields, revision: entry.revision + 1 });

const unchanged = (entry: Entry): Transition => ({ before: entry, entry, effects: NO_EFFECTS });

function request(
  before: Entry,
  configuration: Configuration,
  now: Date,
  fields: Partial<Entry> = {},
  publishAt = before.publishAt,
): Transition {
  const requested = requestedFields(before, configuration, now);
  const entry = next(before, { state: 'requested', ...fields, ...requested });
  const { effects } = recount(before, entry);
  return { before, entry, effects: { ...effects, events: [videoRequested(entry, configuration, publishAt)] } };
}

function change(before: Entry, event: Changed, now: Date): Transition {
  const { to, difference, configuration, wasRequested, renderFailed } = event;
  const { moved, reworded } = difference;
  const revived = isRevived(before, renderFailed, difference);
  const remade = isRemade(before, renderFailed, difference);
  // Also if it is planned again: its earlier render must not go out at the earlier time.
  const announces = wasRequested && (moved || reworded);
  // A video that is not made again keeps its requested style, and the texts that fit it.
  const videoType = remade ? to.videoType : (before.requestedType ?? to.videoType);
  const texts = requestedTexts({ ...to, videoType }, configuration);
  // A requested video stays in its month; otherwise a month could be emptied and filled again.
  const keepsMonth = before.state === 'requested' ? !revived : !moved;
  const changed = next(before, {
    ...to,
    ...(!keepsMonth && { quotaMonth: event.quotaMonth }),
    ...(reworded && { approvedVariation: null }),
    ...(revived && { ...revivedAs(before), variation: before.variation + 1, ...NOT_REQUESTED }),
    ...(before.state === 'requested' && !revived && (announces || remade) && texts),
  });
  const { effects } = recount(before, changed);
  const announced = announces ? [videoRescheduled(changed, texts)] : [];
  if (!remade) return { before, entry: changed, effects: { ...effects, events: announced } };
  // The request has a higher revision than the move, so that consumers apply both.
  const again = request(changed, configuration, now, { variation: before.variation + 1 });
  return {
    before,
    entry: again.entry,
    effects: { ledger: effects.ledger, events: [...announced, ...again.effects.events] },
  };
}

/** An entry that is planned again; a skipped one stays out of the plan. */
const revivedAs = ({ skipped, quotaState }: Entry): Pick<Entry, 'state' | 'quotaState'> =>
  skipped ? { state: 'paused', quotaState } : { state: 'planned', quotaState: 'reserved' };

/** Another decision of its owner. Other services know the entry if its video was requested. */
function reviewed(before: Entry, fields: Partial<Entry>): Transition {
  const entry = next(before, fields);
  const announced = entry.state === 'requested' ? [videoRescheduled(entry, entry)] : [];
  return { before, entry, effects: { ledger: [], events: announced } };
}

function videoRescheduled(entry: Entry, texts: RequestedTexts): Effects['events'][number] {
  const { id: videoId, userId, revision } = entry;
  return { event: events.VideoRescheduled, payload: { videoId, userId, ...contentOf(entry, texts), revision } };
}

/** Adds ledger lines if the entry counts in another month, or counts again. */
function recount(before: Entry, entry: Entry): Transition {
  const takes = { before, entry, effects: { ledger: [lineOf(entry, 'reserve')], events: [] } };
  if (entry.quotaState === 'released') return { before, entry, effects: NO_EFFECTS };
  if (before.quotaState === 'released') return takes;
  if (entry.quotaMonth.getTime() === before.quotaMonth.getTime()) return { before, entry, effects: NO_EFFECTS };
  return { before, entry, effects: { ledger: [lineOf(before, 'release'), lineOf(entry, 'reserve')], events: [] } };
}

function reserve(before: Entry, to: Entry): Transition {
  return recount(before, { ...to, quotaState: 'reserved' });
}

function release(before: Entry, to: Entry): Transition {
  if (before.quotaState === 'released') return { before, entry: to, effects: NO_EFFECTS };
  const entry: Entry = { ...to, quotaState: 'released' };
  return { before, entry, effects: { ledger: [lineOf(before, 'release')], events: [] } };
}

/** Commits its quota, and reserves it first if it was released. */
function commit(before: Entry): Transition {
  if (before.quotaState === 'committed') return unchanged(before);
  const taken = before.quotaState === 'released' ? [lineOf(before, 'reserve')] : [];
  const entry: Entry = { ...before, quotaState: 'committed' };
  return { before, entry, effects: { ledger: [...taken, lineOf(before, 'commit')], events: [] } };
}
