import { randomUUID } from 'node:crypto';
import { type KnownPerson, readAccountData, requireNoSecret, requireOwnData } from '@reelwright/testing';
import { sql } from 'kysely';
import { type Publishing, startPublishing } from './harness.ts';

let publishing: Publishing;
beforeAll(async () => {
  publishing = await startPublishing('account-data');
}, 60_000);
afterAll(() => publishing.stop());

const route = () => ({ part: 'posts', app: publishing.app.http.app, identity: publishing.identity });

/** A user with a row in every exported table, each with the given name in it, and with secrets in every table. */
async function known(name: string): Promise<KnownPerson> {
  const { db } = publishing;
  const [userId, videoId, unpostedId] = [randomUUID(), randomUUID(), randomUUID()];
  const at = '2026-05-01T09:00:00.000Z';
  const later = '2026-05-02T09:00:00.000Z';
  const settings = { tiktok: { privacyLevel: name, allowComment: true, allowDuet: false, allowStitch: false } };
  // Disconnected and with nothing due, so that no worker claims it.
  await sql`insert into social_connections (id, user_id, platform, state, account_id, account_name, provider_user_id,
    app_user_id, scopes, settings, access_token, refresh_token, post_token, access_expires_at, updated_at)
    values (${randomUUID()}, ${userId}, 'tiktok', 'disconnected', ${`account-${name}`}, ${name}, ${`person-${name}`},
    ${`app-${name}`}, ${[name]}, ${JSON.stringify(settings)}, 'secret-access', 'secret-refresh', 'secret-post', ${later},
    ${at})`.execute(db);
  await sql`insert into posting_rules (user_id, paused, resumed_at, ask_before_posting, revision)
    values (${userId}, true, ${at}, true, 1)`.execute(db);
  await sql`insert into oauth_states (state_hash, user_id, platform, verifier, expires_at)
    values (${`secret-${videoId}`}, ${userId}, 'tiktok', 'secret-verifier', now() + interval '1 hour')`.execute(db);
  await sql`insert into videos (id, user_id, source, title, caption, captions, media_key, media_url, created_at)
    values (${videoId}, ${userId}, 'partner', ${name}, ${`${name}!`}, ${`{"tiktok": "${name} own"}`}, 'secret-media', 'https://secret-url', ${at})`.execute(
    db,
  );
  await sql`insert into videos (id, user_id, source, video_type, caption, skipped, approved_variation, created_at)
    values (${unpostedId}, ${userId}, 'entry', 'v8', ${name}, true, 2, ${later})`.execute(db);
  const { rows } = await sql<{ id: string }>`
    insert into posts (video_id, user_id, platform, state, code, due_at, handle, content_key, permalink,
      account_name, posted_at, updated_at) values (${videoId}, ${userId}, 'tiktok', 'posted', 'FULL_DAY', ${at},
      '{"uploadUrl": "https://secret-upload"}', 'secret-content', ${`https://tiktok.test/${name}`}, ${name}, ${later},
      ${later}) returning id`.execute(db);
  await sql`insert into post_attempts (post_id, step, handle, revision, variation, started_at)
    values (${rows[0]?.id}, 'stage', '{"uploadUrl": "https://secret-attempt"}', 1, 0, ${at})`.execute(db);
  await sql`insert into post_measures (id, user_id, platform, posted_at, views, likes, measured_at)
    values (${rows[0]?.id}, ${userId}, 'tiktok', ${later}, 12, 3, ${later})`.execute(db);
  return {
    userId,
    data: {
      connections: [
        {
          platform: 'tiktok',
          state: 'disconnected',
          accountId: `account-${name}`,
          accountName: name,
          providerUserId: `person-${name}`,
          appUserId: `app-${name}`,
          scopes: [name],
          settings,
          accessExpiresAt: later,
          updatedAt: at,
        },
      ],
      posts: [
        {
          videoId,
          source: 'partner',
          title: name,
          style: '',
          caption: `${name}!`,
          captions: { tiktok: `${name} own` },
          skipped: false,
          approvedVariation: null,
          platform: 'tiktok',
          state: 'posted',
          code: 'FULL_DAY',
          dueAt: at,
          postedAt: later,
          permalink: `https://tiktok.test/${name}`,
          accountName: name,
          views: 12,
          likes: 3,
          watchSeconds: null,
          measuredAt: later,
        },
        {
          videoId: unpostedId,
          source: 'entry',
          title: '',
          style: 'v8',
          caption: name,
          captions: {},
          skipped: true,
          approvedVariation: 2,
          platform: null,
          state: null,
          code: null,
          dueAt: null,
          postedAt: null,
          permalink: null,
          accountName: null,
          views: null,
          likes: null,
          watchSeconds: null,
          measuredAt: null,
        },
      ],
      postingRules: { paused: true, resumedAt: at, askBeforePosting: true },
    },
    secrets: ['secret-'],
  };
}

describe('the exported connections and posts', () => {
  it('[ASVS 8.2.2] is exported to its owner, and never to another user', async () => {
    await requireOwnData(route(), await known('ada'), await known('ben'));
  });

  it('[ASVS 14.2.6] contains no secret: no token, no open consent, no upload address', async () => {
    await requireNoSecret(route(), await known('eve'));
  });

  it('is empty for a user without data', async () => {
    expect((await readAccountData(route(), randomUUID())).data).toEqual({
      connections: [],
      posts: [],
      postingRules: null,
    });
  });
});
