import { setTimeout as pause } from 'node:timers/promises';
import { CauseError, postCause } from '@reelwright/causes';
import type { Kysely } from 'kysely';
import type { ConnectionRow, PublishingDatabase } from '../database.ts';
import type { Platform } from '../platforms/platform.ts';
import { findConnection, leaseConnection, releaseConnection } from './connections.repository.ts';

/** Longer than an exchange of a code takes at most. */
const LEASE_MS = 60_000;
const WAIT_MS = 5_000;
const POLL_MS = 100;

/**
 * Runs `work`, which saves a new grant, while the worker cannot revoke the connection's earlier one. Platforms end all grants
 * of a person at once: a revocation meanwhile would end the new grant, too.
 * @throws CauseError FAILED_PRECONDITION PROVIDER_UNREACHABLE if a revocation is under way and does not end
 */
export async function holdRevocation<Result>(
  db: Kysely<PublishingDatabase>,
  of: { readonly userId: string; readonly platform: Platform },
  work: () => Promise<Result>,
): Promise<Result> {
  const held = await claim(db, of);
  try {
    return await work();
  } finally {
    // Saving a grant has released the lease already. Without a new grant, the worker revokes the earlier one.
    if (held) await releaseConnection(db, held);
  }
}

/** @returns the claimed connection; undefined if no grant is to be revoked */
async function claim(
  db: Kysely<PublishingDatabase>,
  { userId, platform }: { readonly userId: string; readonly platform: Platform },
): Promise<ConnectionRow | undefined> {
  const deadline = performance.now() + WAIT_MS;
  for (;;) {
    const connection = await findConnection(db, userId, platform);
    if (!connection?.revoke_pending) return undefined;
    const claimed = await leaseConnection(db, connection, LEASE_MS);
    if (claimed) return claimed;
    if (performance.now() >= deadline) {
      throw new CauseError('FAILED_PRECONDITION', postCause('PROVIDER_UNREACHABLE', platform));
    }
    await pause(POLL_MS);
  }
}
