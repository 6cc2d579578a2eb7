import type { CauseCode } from '../causes/causes.ts';
import type { ConnectionRow } from '../database.ts';
import type { Level, Platform } from '../platforms/platform.ts';

/** Why nothing can be posted through this connection right now; undefined when it can. */
export function connectionProblem(
  platform: Platform,
  connection: ConnectionRow | undefined,
  level: Level,
): CauseCode | undefined {
  if (level === 'off') return 'PLATFORM_OFF';
  if (!connection || connection.state === 'disconnected') return 'NOT_CONNECTED';
  return grantProblem(platform, connection);
}

/** What an existing connection lacks, whether or not its platform is switched on here. */
export function grantProblem(platform: Platform, connection: ConnectionRow): CauseCode | undefined {
  if (connection.state === 'needs_reconnect') return connection.cause ?? 'RECONNECT_NEEDED';
  if (platform === 'facebook' && (!connection.account_id || !connection.post_token)) return 'PAGE_NOT_CHOSEN';
  if (platform === 'tiktok' && !connection.settings.tiktok) return 'SETUP_NEEDED';
  return undefined;
}
