import type { VideoRequested } from '@reelwright/contracts';

/** The requested content of a video. */
export interface VideoRequest {
  readonly videoType: string;
  readonly includeAudio: boolean;
  readonly notes: string;
  readonly brand: {
    readonly name: string;
    readonly occupation: string;
    readonly feel: string;
    readonly colours: readonly string[];
  } | null;
}

export function requestOf(event: VideoRequested): VideoRequest {
  const { videoType, includeAudio, notes, brand } = event;
  return { videoType, includeAudio, notes, brand: brand ?? null };
}
