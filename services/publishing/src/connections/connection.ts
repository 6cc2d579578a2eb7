import type { ConnectionRow } from '../database.ts';
import type { Level, Platform } from '../platforms/platform.ts';

export type ConnectionState = 'connected' | 'needs_reconnect' | 'disconnected';

/** Why nothing can be posted through this connection right now; undefined when it can. A code of the catalogue. */
export function connectionProblem(
  platform: Platform,
  connection: ConnectionRow | undefined,
  level: Level,
): 'PLATFORM_OFF' | 'NOT_CONNECTED' | 'RECONNECT_NEEDED' | 'SETUP_NEEDED' | 'PAGE_NOT_CHOSEN' | undefined {
  if (level === 'off') return 'PLATFORM_OFF';
  if (!connection || connection.state === 'disconnected') return 'NOT_CONNECTED';
  if (connection.state === 'needs_reconnect') return 'RECONNECT_NEEDED';
  if (platform === 'facebook' && (!connection.account_id || !connection.post_token)) return 'PAGE_NOT_CHOSEN';
  if (platform === 'tiktok' && !connection.settings.tiktok) return 'SETUP_NEEDED';
  return undefined;
}

/** Where a sealed token belongs; it does not open anywhere else. */
export function place(connectionId: string, column: 'access_token' | 'refresh_token' | 'post_token'): string {
  return `social_connections:${connectionId}:${column}`;
}
