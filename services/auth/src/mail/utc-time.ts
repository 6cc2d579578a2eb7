const form = { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' } as const;
const time = new Intl.DateTimeFormat('en-US', form);

/**
 * "December 9, 2026 at 02:00 (UTC)". Auth does not know the zone of its user, whose page may show another day, so the
 * zone stands beside the time.
 */
export const utcTime = (instant: Date): string => `${time.format(instant)} (UTC)`;
