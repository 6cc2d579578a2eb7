import { Temporal } from 'temporal-polyfill';

/** What the styles are called, as people chose them. */
const styles: Readonly<Record<string, string>> = {
  v1: 'Glass Squish',
  v2: 'Drone World Tour',
  v3: 'Earth Zoom',
  v4: 'Room Reveal Explosion',
  v5: 'Animated Pixar-Style',
  v6: 'Animated Speech',
  v7: 'Fantasy Food ASMR',
  v8: 'Urban Rush',
};

/**
 * Such as `2026-11-21 09.00 Glass Squish.mp4`: the time as its owner reads it in the calendar. Sorts by time, and holds nothing
 * a file system refuses.
 * @param timeZone IANA
 */
export function fileNameOf(at: Date, timeZone: string, videoType: string | undefined): string {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
  const hour = local.toPlainTime().toString({ smallestUnit: 'minute' }).replace(':', '.');
  return `${local.toPlainDate()} ${hour} ${styles[videoType ?? ''] ?? 'Reel'}.mp4`;
}
