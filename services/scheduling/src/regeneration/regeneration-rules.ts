const HOUR_MS = 3_600_000;
/** Seven days, counted in hours, so that summer time does not change it. */
const COOLDOWN_MS = 168 * HOUR_MS;

export interface RegenerationStatus {
  readonly canRegenerate: boolean;
  /** Days to wait, rounded up; 0 if it is allowed. */
  readonly daysRemaining: number;
  readonly lastRegeneratedAt: Date | null;
  /** When it is allowed again; null if it is allowed. */
  readonly nextAt: Date | null;
}

export function regenerationStatus(last: Date | undefined, now: Date): RegenerationStatus {
  const waitMs = last ? last.getTime() + COOLDOWN_MS - now.getTime() : 0;
  const canRegenerate = waitMs <= 0;
  return {
    canRegenerate,
    daysRemaining: canRegenerate ? 0 : Math.ceil(waitMs / (24 * HOUR_MS)),
    lastRegeneratedAt: last ?? null,
    nextAt: canRegenerate ? null : new Date(now.getTime() + waitMs),
  };
}
