import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type KnownPerson, readAccountData, requireNoSecret, requireOwnData } from '@reelwright/testing';
import { sql } from 'kysely';
import { type ExternalApi, startExternalApi } from './harness.ts';

let api: ExternalApi;
beforeAll(async () => {
  api = await startExternalApi();
}, 60_000);
afterAll(() => api.stop());

const route = () => ({ part: 'partner', app: api.app, identity: api.identity });

/** A user with a row in every exported table, each with the name or the number in it. */
async function givenUser(name: string, number: number): Promise<KnownPerson> {
  const [userId, requestId, postId] = [randomUUID(), randomUUID(), randomUUID()];
  const at = '2026-05-01T09:00:00.000Z';
  const later = '2099-05-02T09:00:00.000Z'; // none of it is due for deletion
  await sql`insert into uploads (id, user_id, media_key, bytes, sha256, created_at, erase_at)
    values (${randomUUID()}, ${userId}, 'secret-media', ${number}, 'secret-digest', ${at}, ${later})`.execute(api.db);
  await sql`insert into partner_posts (post_id, request_id, key_id, user_id, platform, media_key, media_url, title,
    description, state, platform_post_id, permalink, created_at, updated_at, code, container_id, account_id,
    account_name, goes_out_at, views, measured_at) values (${postId}, ${requestId},
    'secret-key-id', ${userId}, 'youtube', 'secret-media', ${`https://video.test/${name}`}, ${name}, ${`${name}!`},
    'posted', ${`yt-${name}`}, ${`https://youtube.test/${name}`}, ${at}, ${later},
    'CODE', ${`container-${name}`}, ${`account-${name}`}, ${`Channel of ${name}`}, ${later}, ${number}, ${later})`.execute(
    api.db,
  );
  await sql`insert into idempotency_keys (key_id, route, idempotency_key, user_id, request_id, fingerprint,
    leased_until, expires_at) values ('secret-key-id', '/r', ${`${name}-${requestId}`}, ${userId}, ${requestId},
    'secret-fingerprint', now(), ${later})`.execute(api.db);
  return {
    userId,
    data: {
      posts: [
        {
          id: requestId,
          postId,
          platform: 'youtube',
          videoUrl: `https://video.test/${name}`,
          title: name,
          description: `${name}!`,
          state: 'posted',
          code: 'CODE',
          message: 'Posted to YouTube.',
          platformPostId: `yt-${name}`,
          containerId: `container-${name}`,
          accountId: `account-${name}`,
          accountName: `Channel of ${name}`,
          permalink: `https://youtube.test/${name}`,
          goesOutAt: later,
          views: number,
          measuredAt: later,
          createdAt: at,
          updatedAt: later,
        },
      ],
      uploads: [{ bytes: number, createdAt: at, eraseAt: later }],
      keys: [{ route: '/r', idempotencyKey: `${name}-${requestId}`, id: requestId, expiresAt: later }],
    },
    secrets: ['secret-'],
  };
}

describe('the account data of external-api', () => {
  it('[ASVS 8.2.2] is exported for its user only', async () => {
    await requireOwnData(route(), await givenUser('ada', 1), await givenUser('ben', 2));
  });

  it('[ASVS 14.2.6] contains no secret: no key, file name or digest', async () => {
    await requireNoSecret(route(), await givenUser('eve', 3));
  });

  it('is empty for an unknown user', async () => {
    expect((await readAccountData(route(), randomUUID())).data).toEqual({ posts: [], uploads: [], keys: [] });
  });
});
