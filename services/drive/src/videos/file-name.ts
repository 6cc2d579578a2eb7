import type { EntryContent } from '@reelwright/contracts';
import { isStyle, styleNames } from '@reelwright/product';
import { cutText, isBlank } from '@reelwright/text';
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
  captions: undefined,
  platforms: undefined,
  review: undefined,
};

export function nameColumnsOf(content: EntryContent): NameColumns {
  return Object.assign({}, ...Object.values(columns).map((column) => column?.(content)));
}

type NamedVideo = Pick<Video, 'video_type'> & Required<NameColumns>;

/** File systems take 255 bytes, with room for a copy's number. */
const MAX_BYTES = 240;

/**
 * For example `2026-11-21 09.00 Glass Squish.mp4`: the time in the owner's calendar, and the title or the style. Names
 * sort by time and have no character that a file system reserves.
 */
export function fileNameOf(video: NamedVideo | undefined, generatedAt: Date): string {
  const { publish_at: publishAt = null, time_zone: timeZone = 'UTC', video_type: videoType } = video ?? {};
  const at = publishAt ?? generatedAt;
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
  const hour = local.toPlainTime().toString({ smallestUnit: 'minute' }).replace(':', '.');
  const nameWith = (title: string) => `${local.toPlainDate()} ${hour} ${title}.mp4`;
  const room = MAX_BYTES - Buffer.byteLength(nameWith(''));
  const title = cutText(withoutReservedCharacters(video?.title ?? ''), room, Buffer.byteLength).trim();
  return nameWith(isBlank(title) ? styleNameOf(videoType) : title);
}

const styleNameOf = (style: string | undefined): string => (isStyle(style) ? styleNames[style] : 'Reel');

/** Without direction marks, and with a space for what file systems reserve, control characters and unpaired surrogates. */
const withoutReservedCharacters = (title: string): string =>
  title
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim();
