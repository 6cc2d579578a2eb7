import type { EntryContent } from '@reelwright/contracts';
import type { Video } from './video.repository.ts';

/** The columns of a file's name, besides its style. */
export type NameColumns = Partial<Pick<Video, 'publish_at' | 'time_zone'>>;

/** The fields of an entry that are part of its file's name. */
const columns: { readonly [Field in keyof EntryContent]: ((content: EntryContent) => NameColumns) | undefined } = {
  publishAt: ({ publishAt }) => ({ publish_at: publishAt ?? null }),
  timeZone: ({ timeZone }) => (timeZone ? { time_zone: timeZone } : {}),
  caption: undefined,
  platforms: undefined,
};

export function nameColumnsOf(content: EntryContent): NameColumns {
  return Object.assign({}, ...Object.values(columns).map((column) => column?.(content)));
}
