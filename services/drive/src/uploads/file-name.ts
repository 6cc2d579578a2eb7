import { isStyle, styleNames } from '@reelwright/product';

/**
 * Such as `2026-11-21 09.00 Glass Squish.mp4`: the time as its owner reads it in the calendar. Sorts by time, and holds nothing
 * a file system refuses.
 * @param timeZone IANA
 */
export function fileNameOf(at: Date, timeZone: string, videoType: string | undefined): string {
  // Swedish writes a time as ISO 8601 does.
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at);
  return `${time.replace(':', '.')} ${isStyle(videoType) ? styleNames[videoType] : 'Reel'}.mp4`;
}
