import { requireLease } from '@reelwright/leases';
import { ConnectionUnusable, freshConnection, heldTokens } from '../connections/access-token.ts';
import { place } from '../connections/connection.ts';
import type { ConnectionRow } from '../database.ts';
import type { Handle, Job } from '../platforms/connector.ts';
import { wordsOf } from './content.ts';
import type { Engine } from './engine.ts';
import { openMedia, publicMediaUrl } from './media.ts';
import type { Facts } from './situation.ts';

/**
 * What a connector gets to see of a post. Its tokens are good for now.
 * @param rejected version of tokens the provider has just refused.
 */
export async function openJob(
  engine: Engine,
  facts: Facts,
  options: { signal: AbortSignal; stagedKey: string; rejected?: number },
): Promise<{ job: Job; connection: ConnectionRow }> {
  const { target, video } = facts;
  if (!facts.connection) throw new ConnectionUnusable(target.platform);
  const connection = await freshConnection(engine, facts.connection, options.rejected);
  const { cipher, clock, db } = engine;
  // Facebook posts with the Page's own token.
  const accessToken = connection.post_token
    ? cipher.decrypt(connection.post_token, place(connection.id, 'post_token'))
    : heldTokens(cipher, connection).accessToken;

  async function save(handle: Handle): Promise<void> {
    await db.transaction().execute(async (trx) => {
      await requireLease(trx, 'post_targets', { id: target.id, token: target.lease_token });
      await trx
        .updateTable('post_targets')
        .set({ handle: JSON.stringify(handle), content_key: options.stagedKey, staged_at: clock.real() })
        .where('id', '=', target.id)
        .execute();
    });
  }

  const job: Job = {
    level: engine.levels[target.platform],
    accessToken,
    accountId: connection.account_id ?? '',
    accountName: connection.account_name ?? '',
    settings: connection.settings,
    ...wordsOf(video),
    fromPartner: video.source === 'partner',
    media: () => openMedia(engine.store, video),
    mediaUrl: () => publicMediaUrl(engine, video),
    now: clock.now,
    real: clock.real,
    save,
    signal: options.signal,
    mayCall: () => undefined,
  };
  return { job, connection };
}
