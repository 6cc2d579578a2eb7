import { defaultCaptions } from './captions.ts';
import type { Configuration } from './configuration.ts';

/** An entry's own settings; null takes the configuration's. */
export interface EntrySettings {
  readonly videoType: string | null;
  readonly caption: string | null;
  /** Null: every connected platform. */
  readonly platforms: readonly string[] | null;
}

/** Of an entry that takes all from the configuration. */
export const NO_SETTINGS: EntrySettings = { videoType: null, caption: null, platforms: null };

/** The style an entry is made in. */
export const typeOf = (entry: EntrySettings, configuration: Configuration): string =>
  entry.videoType ?? configuration.videoType;

/** The caption an entry goes out with. */
export const captionOf = (entry: EntrySettings, configuration: Configuration): string =>
  entry.caption ?? defaultCaptions(configuration.brand)[typeOf(entry, configuration)] ?? '';
