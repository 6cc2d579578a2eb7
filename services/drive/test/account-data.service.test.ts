import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type KnownPerson, readAccountData, requireNoSecret, requireOwnData } from '@reelwright/testing';
import { sql } from 'kysely';
import { type Drive, startDrive } from './harness.ts';

let drive: Drive;
beforeAll(async () => {
  drive = await startDrive();
}, 60_000);
afterAll(() => drive.stop());

const route = () => ({ part: 'drive', app: drive.app, identity: drive.identity });

/** A user with a row in every table that is exported, each with the name in it. */
async function known(name: string): Promise<KnownPerson> {
  const [userId, videoId] = [drive.newUser(), randomUUID()];
  const at = '2026-05-01T09:00:00.000Z';
  const later = '2026-05-02T09:00:00.000Z';
  await sql`insert into drive_folders (user_id, email, state, folder_id, folder_url, shared_with, permission_id)
    values (${userId}, ${`${name}@example.com`}, 'absent', ${`secret-folder-${name}`}, ${`https://drive.test/${name}`},
    ${`${name}@example.org`}, 'secret-permission')`.execute(drive.db);
  await sql`insert into drive_videos (video_id, user_id, video_type, publish_at, cancelled, revision)
    values (${videoId}, ${userId}, ${name}, ${at}, true, 1)`.execute(drive.db);
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
      videos: [{ videoId, videoType: name, publishAt: at, cancelled: true }],
      deliveries: [
        {
          videoId,
          variation: 2,
          state: 'delivered',
          link: `https://drive.test/file-${name}`,
          generatedAt: at,
          deliveredAt: later,
          code: 'SLOW',
        },
      ],
    },
    secrets: ['secret-'],
  };
}

describe('the export of drive', () => {
  it('[ASVS 8.2.2] is answered to its user and to no other', async () => {
    await requireOwnData(route(), await known('ada'), await known('ben'));
  });

  it('[ASVS 14.2.6] has no secret: no session of an upload, no id of a file', async () => {
    await requireNoSecret(route(), await known('eve'));
  });

  it('is empty for a user of whom nothing is stored', async () => {
    expect((await readAccountData(route(), drive.newUser())).data).toEqual({
      folder: null,
      videos: [],
      deliveries: [],
    });
  });
});
