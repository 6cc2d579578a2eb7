import type { ConnectionRow } from '../database.ts';
import type { Login, StoredTokens } from '../platforms/login.ts';

/** How long before its end a connection shows it. */
const SOON_MS = 7 * 24 * 3_600_000;

/**
 * When a connection ends unless its owner reconnects, in real time. A Page's own token outlives the consent.
 */
export function endOf(login: Login, connection: ConnectionRow): Date | undefined {
  if (connection.post_token) return undefined;
  return connection[endColumns[login.endsWith]] ?? undefined;
}

/** The column of the expiry with which a consent ends. */
export const endColumns = {
  accessExpiresAt: 'access_expires_at',
  refreshExpiresAt: 'refresh_expires_at',
} as const satisfies Record<Login['endsWith'], keyof ConnectionRow>;

/** Connections that end before this time end soon. */
export const soonBefore = (real: Date): Date => new Date(real.getTime() + SOON_MS);

export const endsSoon = (end: Date | undefined, real: Date): boolean => end !== undefined && end < soonBefore(real);

/**
 * When the worker refreshes these tokens: in the last quarter before the latest possible time. The exact time differs
 * by connection, so that accounts that were connected together are not refreshed together.
 */
export function refreshPlannedAt(login: Login, tokens: StoredTokens, connectionId: string): Date | undefined {
  const latest = login.refreshAt(tokens)?.getTime();
  if (latest === undefined) return undefined;
  const first = tokens.issuedAt.getTime() + (login.minAgeMs ?? 0);
  const share = Number.parseInt(connectionId.slice(0, 8), 16) / 2 ** 32;
  return new Date(latest - Math.max(0, latest - first) * 0.25 * share);
}

/** When the worker claims a connection next: to refresh its tokens, or to end it. */
export function nextActionTime(login: Login, tokens: StoredTokens, connectionId: string): Date | null {
  return refreshPlannedAt(login, tokens, connectionId) ?? tokens[login.endsWith] ?? null;
}
