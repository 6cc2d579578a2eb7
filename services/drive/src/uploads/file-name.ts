import { isStyle, styleNames } from '@reelwright/product';
import { Temporal } from 'temporal-polyfill';

/**
 * Such as `2026-11-21 09.00 Glass Squish.mp4`: the time as its owner reads it in the calendar. Sorts by time, and holds nothing
 * a file system refuses.
 * @param timeZone IANA
 */
export function fileNameOf(at: Date, timeZone: string, videoType: string | undefined): string {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
  const hour = local.toPlainTime().toString({ smallestUnit: 'minute' }).replace(':', '.');
  return `${local.toPlainDate()} ${hour} ${isStyle(videoType) ? styleNames[videoType] : 'Reel'}.mp4`;
}
