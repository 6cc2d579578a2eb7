import type { Clock } from '@reelwright/clock';
import type { ErasedItem } from '@reelwright/product';
import type { Transaction } from 'kysely';
import type { ConnectionListener } from '../connections/connection-change.ts';
import { lockConnectionsOf } from '../connections/connections.repository.ts';
import { disconnect } from '../connections/disconnect.ts';
import { deleteConsentsOf } from '../connections/oauth-states.ts';
import type { PublishingDatabase } from '../database.ts';
import { deleteEntitlement } from '../entitlements/entitlements.ts';
import { erasePosts } from '../posts/erase-posts.ts';
import { addDeletedUser, announceErasure } from '../users/deleted-users.ts';
import { deletePostingRules } from '../videos/posting-rules.repository.ts';

type Trx = Transaction<PublishingDatabase>;

/**
 * Deletes a user's posts and plan at once, and each connection after its grant was revoked. The erasure is announced
 * when the last connection is deleted. Call lockUser first.
 */
export async function eraseAccount(
  trx: Trx,
  deps: { readonly clock: Clock } & ConnectionListener,
  userId: string,
): Promise<void> {
  const now = deps.clock.now();
  const count = async (table: 'videos' | 'posts' | 'social_connections') => {
    const all = trx.selectFrom(table).select((eb) => eb.fn.countAll().as('count'));
    const row = await all.where('user_id', '=', userId).executeTakeFirstOrThrow();
    return Number(row.count);
  };
  const erased: ErasedItem[] = [
    { kind: 'connection', count: await count('social_connections') },
    { kind: 'post', count: await count('posts') },
    { kind: 'video_to_post', count: await count('videos') },
  ];
  await addDeletedUser(trx, userId, { erased, now });
  await erasePosts(trx, userId);
  await deleteConsentsOf(trx, userId);
  await deleteEntitlement(trx, userId);
  await deletePostingRules(trx, userId);
  await disconnect(trx, deps, await lockConnectionsOf(trx, userId), { erase: true });
  await announceErasure(trx, userId, now);
}
