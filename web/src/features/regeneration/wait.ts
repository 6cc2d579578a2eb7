import { formatElapsed } from '../../lib/format-date.ts';
import type { RegenerationStatus } from './api.ts';

const DAY_MS = 86_400_000;
export const WAIT_DAYS = 7;

export interface Wait {
  /** Begun days counted whole. */
  days: number;
  /** "6 days 3:59:58", to the second. */
  left: string;
}

/** What is left of the wait at this instant; null once it is over, even before the server has been asked again. */
export function waitAt({ canRegenerate, nextAt }: RegenerationStatus, now: number): Wait | null {
  if (canRegenerate || nextAt === null) return null;
  // A begun second counts whole, so that zero is the end.
  const ms = Math.ceil((Date.parse(nextAt) - now) / 1_000) * 1_000;
  if (ms <= 0) return null;
  const whole = Math.floor(ms / DAY_MS);
  const rest = ms - whole * DAY_MS;
  const words = whole === 0 ? '' : `${whole} ${whole === 1 ? 'day' : 'days'} `;
  return { days: Math.ceil(ms / DAY_MS), left: words + formatElapsed(rest) };
}
