import { formatElapsed } from '../../lib/format-date.ts';
import type { RegenerationStatus } from './api.ts';

const DAY_MS = 86_400_000;
export const WAIT_DAYS = 7;

export interface Wait {
  /** The remaining days, rounded up. */
  days: number;
  /** The remaining time by the second: "6 days 3:59:58". */
  left: string;
}

/** The remaining wait at this instant; null once it is over, even if the status has not been read again. */
export function waitAt({ canRegenerate, nextAt }: RegenerationStatus, now: number): Wait | null {
  if (canRegenerate || nextAt === null) return null;
  // Rounded up to whole seconds, so that the countdown reaches zero when the wait ends.
  const ms = Math.ceil((Date.parse(nextAt) - now) / 1_000) * 1_000;
  if (ms <= 0) return null;
  const wholeDays = Math.floor(ms / DAY_MS);
  const restMs = ms - wholeDays * DAY_MS;
  const words = wholeDays === 0 ? '' : `${wholeDays} ${wholeDays === 1 ? 'day' : 'days'} `;
  return { days: Math.ceil(ms / DAY_MS), left: words + formatElapsed(restMs) };
}
