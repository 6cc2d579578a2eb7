import { requireLease } from '@reelwright/leases';
import { ConnectionUnusable, freshConnection } from '../connections/access-token.ts';
import { postingToken } from '../connections/stored-tokens.ts';
import type { ConnectionRow } from '../database.ts';
import type { Handle, Job } from '../platforms/connector.ts';
import { saveCopy } from '../posts/post.repository.ts';
import { textsOf } from './content.ts';
import type { Engine } from './engine.ts';
import { openMedia, publicMediaUrl } from './media.ts';
import type { Facts } from './situation.ts';

/**
 * Opens the job that a connector gets for a post, with valid tokens.
 * @param rejected the version of the tokens that the provider has just refused
 */
export async function openJob(
  engine: Engine,
  facts: Facts,
  options: { signal: AbortSignal; stagedKey: string; rejected?: number },
): Promise<{ job: Job; connection: ConnectionRow }> {
  const { post, video } = facts;
  if (!facts.connection) throw new ConnectionUnusable(post.platform);
  const connection = await freshConnection(engine, facts.connection, options.rejected);
  const { cipher, clock, db } = engine;
  const accessToken = postingToken(cipher, connection);

  async function save(handle: Handle): Promise<void> {
    await db.transaction().execute(async (trx) => {
      await requireLease(trx, 'posts', { id: post.id, token: post.lease_token });
      await saveCopy(trx, post, { handle, stagedKey: options.stagedKey, real: clock.real() });
    });
  }

  const job: Job = {
    level: engine.levels[post.platform],
    accessToken,
    accountId: connection.account_id ?? '',
    accountName: connection.account_name ?? '',
    settings: connection.settings,
    ...textsOf(video, post.platform),
    fromPartner: video.source === 'partner',
    media: () => openMedia(engine, video, post.platform),
    mediaUrl: () => publicMediaUrl(engine, video),
    now: clock.now,
    real: clock.real,
    save,
    signal: options.signal,
    mayCall: () => undefined,
  };
  return { job, connection };
}
