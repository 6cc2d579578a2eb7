import type { Logger } from '@reelwright/logger';
import type { PostCause } from '@reelwright/product';
import { meaningOf } from '../causes/causes.ts';
import type { ConnectionRow } from '../database.ts';
import { ConnectionUnusable, freshConnection, type TokenDeps } from './access-token.ts';
import { requireReconnect } from './change-connection.ts';

/**
 * Applies a provider's refusal to the connection. Refused tokens are refreshed, if the provider has refresh tokens.
 * Without them, or without a scope, the connection waits for its owner. Other refusals change nothing.
 */
export async function repairConnection(
  deps: TokenDeps & { logger: Logger },
  connection: ConnectionRow,
  code: PostCause,
): Promise<void> {
  const trouble = meaningOf(code).connection;
  if (!trouble) return;
  const { id, platform, token_version: tokenVersion } = connection;
  if (trouble === 'scope' || !connection.refresh_token) {
    await requireReconnect(deps, { id, tokenVersion, cause: code, now: deps.clock.now() });
    return;
  }
  try {
    // Marks the connection itself when the refresh is refused too.
    await freshConnection(deps, connection, tokenVersion);
  } catch (error) {
    if (!(error instanceof ConnectionUnusable)) deps.logger.info({ err: error, platform }, 'tokens not replaced yet');
  }
}
