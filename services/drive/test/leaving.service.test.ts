import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { events } from '@reelwright/contracts';
import { eventually, tablesNaming } from '@reelwright/testing';
import { sql } from 'kysely';
import { type Drive, emailOf, startDrive } from './harness.ts';

let drive: Drive;
beforeAll(async () => {
  drive = await startDrive();
}, 60_000);
afterAll(() => drive.stop());

const leave = (userId: string, id?: string) =>
  drive.send(events.UserDeleted, { userId, revision: 9 }, id ? { id } : {});
const erasures = async (userId: string) => {
  const { rows } = await sql<{ payload: Record<string, unknown> }>`
    select payload from outbox where key = ${userId} and type = ${events.AccountErased.name}`.execute(drive.db);
  return rows.map(({ payload }) => payload);
};
const makeDue = (userId: string) =>
  sql`update drive_folders set next_attempt_at = clock_timestamp(), leased_until = null
    where user_id = ${userId} and state = 'erasing'`.execute(drive.db);
/** A user with a delivered video. */
async function givenOwner() {
  const userId = drive.newUser();
  const { videoId } = await drive.generated({ userId });
  await drive.reached(videoId, 'delivered');
  return { userId, videoId };
}

describe('a deleted account', () => {
  it('is announced as erased once, when its folder is deleted at Google, however often the deletion was delivered', async () => {
    const { userId, videoId } = await givenOwner();
    const id = randomUUID();
    await leave(userId, id);
    await leave(userId, id);
    await leave(userId);
    await eventually(async () => expect(await erasures(userId)).toHaveLength(1), { timeoutMs: 15_000 });
    expect(await erasures(userId)).toMatchObject([
      {
        service: 'drive',
        items: [
          { what: 'Drive folders', count: 1 },
          { what: 'videos in Drive', count: 1 },
          { what: 'upload records', count: 1 },
        ],
      },
    ]);
    expect([...drive.foldersOf(userId), ...drive.videosOf(userId)]).toEqual([]);
    expect(await tablesNaming(drive.db, [userId, videoId, emailOf(userId)])).toEqual(['drive_folders']);
    expect(await drive.folderOf(userId)).toMatchObject({ state: 'erased', email: null, folder_id: null });
  });

  it('is not announced before a process that died after the folder has deleted the rows', async () => {
    const { userId } = await givenOwner();
    await sql`create function die_at_the_row() returns trigger language plpgsql as $$ begin
      raise exception 'the process dies here'; end $$`.execute(drive.db);
    await sql
      .raw(`create trigger die before update on drive_folders for each row
        when (old.user_id = '${userId}' and new.state = 'erased') execute function die_at_the_row()`)
      .execute(drive.db);
    await leave(userId);
    await eventually(() => expect(drive.foldersOf(userId)).toEqual([]), { timeoutMs: 15_000 });
    expect(await erasures(userId)).toEqual([]);
    await sql`drop trigger die on drive_folders`.execute(drive.db);
    await eventually(
      async () => {
        await makeDue(userId);
        expect(await erasures(userId)).toMatchObject([
          { items: expect.arrayContaining([{ what: 'Drive folders', count: 1 }]) },
        ]);
      },
      { timeoutMs: 15_000 },
    );
    expect(await erasures(userId)).toHaveLength(1);
  }, 40_000);

  it('is not added again by late events of its videos', async () => {
    const userId = drive.newUser();
    await leave(userId);
    await eventually(async () => expect(await erasures(userId)).toHaveLength(1), { timeoutMs: 15_000 });
    const videoId = randomUUID();
    await drive.requested({ videoId, userId, publishAt: new Date() });
    const ids = [randomUUID(), randomUUID()] as const;
    const cancelled = { ...events.VideoCancelled.codec.fromJSON({}), videoId: randomUUID(), userId, revision: 3 };
    await drive.send(events.VideoCancelled, cancelled, { id: ids[0] });
    await drive.generated({ userId, videoId }, ids[1]);
    await eventually(async () => {
      const taken = drive.db
        .selectFrom('inbox')
        .select('event_id')
        .where('event_id', 'in', [...ids]);
      expect(await taken.execute()).toHaveLength(2);
    });
    expect(await tablesNaming(drive.db, [userId, videoId])).toEqual(['drive_folders']);
  });
});
