import type { Transaction } from 'kysely';
import { type CauseCode, causeCodes, wantsConnection } from '../causes/causes.ts';
import type { PublishingDatabase } from '../database.ts';
import type { Platform } from '../platforms/platform.ts';
import { announcePost } from './post.events.ts';
import { awaitingWord, type PostState, uncommitted } from './post-target.ts';

type Trx = Transaction<PublishingDatabase>;

interface Whose {
  readonly userId: string;
  readonly platform: Platform;
  readonly now: Date;
}

/**
 * Says of all that has not gone out there that its connection holds it back, at once and however far ahead it is. Each
 * stays in its state, with its copy, its lease and the time it is looked at next. Lock the connection first.
 */
export async function holdPosts(trx: Trx, whose: Whose, problem: CauseCode): Promise<void> {
  const { now } = whose;
  const ids = await lockIn(trx, whose, uncommitted);
  if (ids.length === 0) return;
  const held = await trx
    .updateTable('post_targets')
    .set((eb) => ({ code: problem, revision: eb('revision', '+', 1), updated_at: now }))
    .where('id', 'in', ids)
    // A platform that is off here stays the reason, whatever becomes of the connection.
    .where((eb) => eb.or([eb('code', 'is', null), eb('code', 'not in', [problem, 'PLATFORM_OFF'])]))
    .returningAll()
    .execute();
  for (const target of held) await announcePost(trx, target, now);
}

/**
 * Takes back what `holdPosts` said, once the connection was mended, and lets the worker look at all of them again.
 * @param problem what it still lacks; undefined when nothing.
 */
export async function releasePosts(trx: Trx, whose: Whose, problem: CauseCode | undefined): Promise<void> {
  const { now } = whose;
  const ids = await lockIn(trx, whose, uncommitted);
  if (ids.length === 0) return;
  const freed = await trx
    .updateTable('post_targets')
    .set((eb) => ({ code: problem ?? null, revision: eb('revision', '+', 1), updated_at: now }))
    .where('id', 'in', ids)
    .where(
      'code',
      'in',
      causeCodes.filter((code) => wantsConnection(code) && code !== problem),
    )
    .returningAll()
    .execute();
  for (const target of freed) await announcePost(trx, target, now);
  await wake(trx, ids, now);
}

/** Lets the worker look again at a user's posts that have not gone out to a platform. */
export async function wakePosts(trx: Trx, whose: Whose): Promise<void> {
  const ids = await lockIn(trx, whose, uncommitted);
  if (ids.length > 0) await wake(trx, ids, whose.now);
}

/** Asks the platform, from the first look on, about all that went out there or may have: until now nobody could, perhaps. */
export async function lookAgain(trx: Trx, whose: Whose): Promise<void> {
  const ids = await lockIn(trx, whose, awaitingWord);
  if (ids.length === 0) return;
  await trx.updateTable('post_targets').set({ tries: 0, next_action_at: whose.now }).where('id', 'in', ids).execute();
}

async function wake(trx: Trx, ids: readonly string[], now: Date): Promise<void> {
  await trx.updateTable('post_targets').set({ next_action_at: now }).where('id', 'in', ids).execute();
}

/** In one order, as there is no video to lock first. */
async function lockIn(trx: Trx, { userId, platform }: Whose, states: readonly PostState[]): Promise<string[]> {
  const locked = await trx
    .selectFrom('post_targets')
    .select('id')
    .where('user_id', '=', userId)
    .where('platform', '=', platform)
    .where('state', 'in', states)
    .orderBy('id')
    .forUpdate()
    .execute();
  return locked.map(({ id }) => id);
}
