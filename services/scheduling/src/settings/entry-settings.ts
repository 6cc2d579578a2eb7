import { defaultCaptions } from './captions.ts';
import type { Configuration } from './configuration.ts';

/** What an entry says for itself; null is what the configuration says. */
export interface EntrySettings {
  readonly videoType: string | null;
  readonly caption: string | null;
  /** Null: every connected platform. */
  readonly platforms: readonly string[] | null;
}

/** Of an entry that says nothing for itself. */
export const NO_SETTINGS: EntrySettings = { videoType: null, caption: null, platforms: null };

/** The style an entry is made in. */
export const typeOf = (entry: EntrySettings, configuration: Configuration): string =>
  entry.videoType ?? configuration.videoType;

/** The words an entry goes out with. */
export const captionOf = (entry: EntrySettings, configuration: Configuration): string =>
  entry.caption ?? defaultCaptions(configuration.brand)[typeOf(entry, configuration)] ?? '';
