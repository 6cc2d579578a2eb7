import type { EntryContent } from '@reelwright/contracts';
import type { Video } from './video.repository.ts';

/** The columns that name a file, beside its style. */
export type NameColumns = Partial<Pick<Video, 'publish_at' | 'time_zone'>>;

/** What of an entry names its file. */
const columns: { readonly [Field in keyof EntryContent]: ((content: EntryContent) => NameColumns) | undefined } = {
  publishAt: ({ publishAt }) => ({ publish_at: publishAt ?? null }),
  timeZone: ({ timeZone }) => (timeZone ? { time_zone: timeZone } : {}),
  caption: undefined,
  platforms: undefined,
};

export function nameColumnsOf(content: EntryContent): NameColumns {
  return Object.assign({}, ...Object.values(columns).map((column) => column?.(content)));
}
