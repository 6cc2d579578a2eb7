import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type KnownPerson, readAccountData, requireNoSecret, requireOwnData } from '@reelwright/testing';
import { sql } from 'kysely';
import { type Analytics, startAnalytics } from './harness.ts';

let analytics: Analytics;
beforeAll(async () => {
  analytics = await startAnalytics({ now: new Date('2026-05-10T12:00:00Z') });
}, 60_000);
afterAll(() => analytics.stop());

const route = () => ({ part: 'usage', app: analytics.app, identity: analytics.identity });

/** A user with a row in every exported table, each with the name or the number in it. */
async function givenUser(name: string, number: number): Promise<KnownPerson> {
  const { db } = analytics;
  const userId = analytics.newUser();
  const regenerationId = randomUUID();
  const at = `2026-05-0${number}T09:00:00.000Z`;
  const until = `2026-06-0${number}T09:00:00.000Z`;
  await sql`insert into users (user_id, registered_at) values (${userId}, ${at})`.execute(db);
  await sql`insert into page_views (path, user_agent, ip_address, referer, user_id, created_at)
    values (${`/${name}`}, ${name}, '203.0.113.0', ${name}, ${userId}, ${at})`.execute(db);
  await sql`insert into subscriptions (user_id, tier, entitled_until, revision)
    values (${userId}, ${name}, ${until}, 1)`.execute(db);
  await sql`insert into payments (payment_id, user_id, tier, amount_cents, currency, paid_at)
    values (${`in_${userId}`}, ${userId}, 'pro', ${number}, 'eur', ${at})`.execute(db);
  await sql`insert into configurations (user_id, version, saved_at) values (${userId}, 1, ${at})`.execute(db);
  await sql`insert into videos (video_id, user_id, requested_at) values (${`v_${userId}`}, ${userId}, ${at})`.execute(
    db,
  );
  await sql`insert into regenerations (regeneration_id, user_id, video_count, regenerated_at)
    values (${regenerationId}, ${userId}, ${number}, ${at})`.execute(db);
  await sql`insert into connections (user_id, platform, state, revision)
    values (${userId}, 'tiktok', ${name}, 1)`.execute(db);
  await sql`insert into video_labels (video_id, user_id, style, title, updated_at)
    values (${`v_${userId}`}, ${userId}, 'v1', ${name}, ${at})`.execute(db);
  await sql`insert into post_views (video_id, platform, user_id, posted_at, permalink, views, likes, measured_at)
    values (${`v_${userId}`}, 'tiktok', ${userId}, ${at}, ${`https://tiktok.test/${name}`}, ${number}, 0, ${at})`.execute(
    db,
  );
  return {
    userId,
    data: {
      registeredAt: at,
      pageViews: [{ path: `/${name}`, userAgent: name, ipAddress: '203.0.113.0', referer: name, createdAt: at }],
      plan: { tier: name, entitledUntil: until },
      payments: [{ paymentId: `in_${userId}`, tier: 'pro', amountCents: number, currency: 'eur', paidAt: at }],
      configurationSavedAt: at,
      videos: [{ videoId: `v_${userId}`, requestedAt: at }],
      regenerations: [{ videoCount: number, regeneratedAt: at }],
      connections: [{ platform: 'tiktok', state: name }],
      posts: [
        {
          videoId: `v_${userId}`,
          platform: 'tiktok',
          title: name,
          style: 'v1',
          postedAt: at,
          permalink: `https://tiktok.test/${name}`,
          views: number,
          likes: 0,
          watchSeconds: null,
          measuredAt: at,
          code: null,
        },
      ],
    },
    // No table has a secret; this is the only column without meaning for the user.
    secrets: [regenerationId],
  };
}

describe('the export of analytics', () => {
  it('[ASVS 8.2.2] is exported for its user only', async () => {
    await requireOwnData(route(), await givenUser('ada', 1), await givenUser('ben', 2));
  });

  it('[ASVS 14.2.6] contains no internal column', async () => {
    await requireNoSecret(route(), await givenUser('eve', 3));
  });

  it('is empty for an unknown user', async () => {
    expect((await readAccountData(route(), analytics.newUser())).data).toEqual({
      registeredAt: null,
      pageViews: [],
      plan: null,
      payments: [],
      configurationSavedAt: null,
      videos: [],
      regenerations: [],
      connections: [],
      posts: [],
    });
  });
});
