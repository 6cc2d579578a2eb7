import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { events } from '@reelwright/contracts';
import {
  eventually,
  type KnownPerson,
  readAccountData,
  requireNoSecret,
  requireOwnData,
  tablesNaming,
} from '@reelwright/testing';
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
  it('publishes AccountErased once, when its folder is deleted at Google, even if the deletion is repeated', async () => {
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
          { kind: 'drive_folder', count: 1 },
          { kind: 'drive_video', count: 1 },
          { kind: 'upload_record', count: 1 },
          { kind: 'own_drive_access' },
          { kind: 'video_left_in_own_drive' },
        ],
      },
    ]);
    expect([...drive.foldersOf(userId), ...drive.videosOf(userId)]).toEqual([]);
    expect(await tablesNaming(drive.db, [userId, videoId, emailOf(userId)])).toEqual(['drive_folders']);
    expect(await drive.folderOf(userId)).toMatchObject({ state: 'erased', email: null, folder_id: null });
  });

  it('publishes AccountErased only after the rows are deleted, also after a crash in between', async () => {
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
          { items: expect.arrayContaining([{ kind: 'drive_folder', count: 1 }]) },
        ]);
      },
      { timeoutMs: 15_000 },
    );
    expect(await erasures(userId)).toHaveLength(1);
  }, 40_000);

  it('is not inserted again by late events of its videos', async () => {
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

const route = () => ({ part: 'drive', app: drive.app, identity: drive.identity });

/** A user with a row in every exported table, each with the name in it. */
async function givenUser(name: string): Promise<KnownPerson> {
  const [userId, videoId] = [drive.newUser(), randomUUID()];
  const at = '2026-05-01T09:00:00.000Z';
  const later = '2026-05-02T09:00:00.000Z';
  await sql`insert into drive_folders (user_id, email, state, folder_id, folder_url, shared_with, permission_id)
    values (${userId}, ${`${name}@example.com`}, 'absent', ${`secret-folder-${name}`}, ${`https://drive.test/${name}`},
    ${`${name}@example.org`}, 'secret-permission')`.execute(drive.db);
  await sql`insert into drive_videos (video_id, user_id, video_type, title, publish_at, cancelled, revision)
    values (${videoId}, ${userId}, ${name}, ${`${name}?`}, ${at}, true, 1)`.execute(drive.db);
  await sql`insert into drive_grants (user_id, account_id, account_email, account_name, refresh_token, folder_id,
    folder_url, connected_at) values (${userId}, 'secret-account', ${`${name}@gmail.example`}, ${name}, 'secret-token',
    'secret-own-folder', ${`https://drive.test/own-${name}`}, ${at})`.execute(drive.db);
  await sql`insert into drive_consents (state_hash, user_id, verifier, expires_at)
    values (${`secret-state-${userId}`}, ${userId}, 'secret-verifier', ${later})`.execute(drive.db);
  await sql`insert into drive_uploads (video_id, variation, user_id, state, media_key, generated_at, file_id, session_uri,
    web_view_link, delivered_at, code) values (${videoId}, 2, ${userId}, 'delivered', 'secret-media', ${at},
    'secret-file', 'https://secret-session', ${`https://drive.test/file-${name}`}, ${later}, 'SLOW')`.execute(drive.db);
  return {
    userId,
    data: {
      folder: {
        email: `${name}@example.com`,
        state: 'absent',
        folderUrl: `https://drive.test/${name}`,
        sharedWith: `${name}@example.org`,
      },
      ownDrive: {
        email: `${name}@gmail.example`,
        name,
        state: 'active',
        folderUrl: `https://drive.test/own-${name}`,
        connectedAt: at,
      },
      videos: [{ videoId, videoType: name, title: `${name}?`, publishAt: at, cancelled: true }],
      deliveries: [
        {
          videoId,
          variation: 2,
          state: 'delivered',
          link: `https://drive.test/file-${name}`,
          generatedAt: at,
          deliveredAt: later,
          code: 'SLOW',
          toOwnDrive: false,
        },
      ],
    },
    secrets: ['secret-'],
  };
}

describe('the export of drive', () => {
  it('[ASVS 8.2.2] is exported for its user only', async () => {
    await requireOwnData(route(), await givenUser('ada'), await givenUser('ben'));
  });

  it('[ASVS 14.2.6] contains no secret: no session of an upload, no id of a file', async () => {
    await requireNoSecret(route(), await givenUser('eve'));
  });

  it('is empty for an unknown user', async () => {
    expect((await readAccountData(route(), drive.newUser())).data).toEqual({
      folder: null,
      ownDrive: null,
      videos: [],
      deliveries: [],
    });
  });
});
