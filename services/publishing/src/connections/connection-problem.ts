import type { PostCause } from '@reelwright/product';
import type { ConnectionRow } from '../database.ts';
import type { Level, Platform } from '../platforms/platform.ts';
import { definitions } from '../platforms/registry.ts';

/** Why nothing can be posted through this connection right now; undefined when it can. */
export function connectionProblem(
  platform: Platform,
  connection: ConnectionRow | undefined,
  level: Level,
): PostCause | undefined {
  if (level === 'off') return 'PLATFORM_OFF';
  if (!connection || connection.state === 'disconnected') return 'NOT_CONNECTED';
  return grantProblem(platform, connection);
}

/** What an existing connection lacks, whether or not its platform is switched on here. */
export function grantProblem(platform: Platform, connection: ConnectionRow): PostCause | undefined {
  if (connection.state === 'needs_reconnect') return connection.cause ?? 'RECONNECT_NEEDED';
  return definitions[platform].missingChoice?.(connection);
}
