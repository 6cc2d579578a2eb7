import type { EntryContent } from '@reelwright/contracts';
import { isStyle, styleNames } from '@reelwright/product';
import { Temporal } from 'temporal-polyfill';
import type { Video } from './video.repository.ts';

/** The columns of a file's name, besides its style. */
export type NameColumns = Partial<Pick<Video, 'publish_at' | 'time_zone' | 'title'>>;

/** The fields of an entry that are part of its file's name. */
const columns: { readonly [Field in keyof EntryContent]: ((content: EntryContent) => NameColumns) | undefined } = {
  publishAt: ({ publishAt }) => ({ publish_at: publishAt ?? null }),
  timeZone: ({ timeZone }) => (timeZone ? { time_zone: timeZone } : {}),
  title: ({ title }) => ({ title }),
  caption: undefined,
  platforms: undefined,
};

export function nameColumnsOf(content: EntryContent): NameColumns {
  return Object.assign({}, ...Object.values(columns).map((column) => column?.(content)));
}

type NamedVideo = Pick<Video, 'video_type'> & Required<NameColumns>;

/**
 * For example `2026-11-21 09.00 Glass Squish.mp4`: the time in the owner's calendar, and the title or the style. Names
 * sort by time and have no character that a file system reserves.
 */
export function fileNameOf(video: NamedVideo | undefined, generatedAt: Date): string {
  const { publish_at: publishAt = null, time_zone: timeZone = 'UTC', video_type: videoType } = video ?? {};
  const at = publishAt ?? generatedAt;
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
  const hour = local.toPlainTime().toString({ smallestUnit: 'minute' }).replace(':', '.');
  const title = withoutReservedCharacters(video?.title ?? '') || (isStyle(videoType) ? styleNames[videoType] : 'Reel');
  return `${local.toPlainDate()} ${hour} ${title}.mp4`;
}

const withoutReservedCharacters = (title: string): string => title.replaceAll(/[\\/:*?"<>|\p{C}\s]+/gu, ' ').trim();
