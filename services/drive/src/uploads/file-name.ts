import { isStyle, styleNames } from '@reelwright/product';
import { Temporal } from 'temporal-polyfill';
import type { Video } from '../videos/video.repository.ts';

type NamedVideo = Pick<Video, 'publish_at' | 'time_zone' | 'video_type'>;

/**
 * For example `2026-11-21 09.00 Glass Squish.mp4`, with the time of the owner's calendar. Sorts by time and has no
 * character that a file system refuses.
 */
export function fileNameOf(video: NamedVideo | undefined, generatedAt: Date): string {
  const { publish_at: publishAt = null, time_zone: timeZone = 'UTC', video_type: videoType } = video ?? {};
  const at = publishAt ?? generatedAt;
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
  const hour = local.toPlainTime().toString({ smallestUnit: 'minute' }).replace(':', '.');
  return `${local.toPlainDate()} ${hour} ${isStyle(videoType) ? styleNames[videoType] : 'Reel'}.mp4`;
}
