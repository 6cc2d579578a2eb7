import type { VideoRequested, VideoRescheduled } from './generated/reelwright/scheduling/v1/scheduling_events.ts';
import type { GetEntryResponse } from './generated/reelwright/scheduling/v1/scheduling_service.ts';

/**
 * The fields that all messages about an entry have in common. A consumer that lists them by this type does not compile
 * until it handles a new field.
 */
export type EntryContent = Omit<VideoRescheduled, 'videoId' | 'userId' | 'revision'>;

type InRequest = Omit<
  VideoRequested,
  'videoId' | 'userId' | 'revision' | 'variation' | 'videoType' | 'includeAudio' | 'notes' | 'brand' | 'requestedAt'
>;
type InResponse = Omit<
  GetEntryResponse,
  'videoId' | 'userId' | 'revision' | 'variation' | 'state' | 'earlier' | 'rules'
>;

/** Does not compile while one of the messages lacks a field of another. */
type Same<One extends keyof Other, Other> = One;
export type EntryField = Same<keyof InRequest, EntryContent> &
  Same<keyof InResponse, EntryContent> &
  Same<keyof EntryContent, InRequest> &
  Same<keyof EntryContent, InResponse>;
