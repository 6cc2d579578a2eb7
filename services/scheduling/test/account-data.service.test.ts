import { randomUUID } from 'node:crypto';
import { type KnownPerson, readAccountData, requireNoSecret, requireOwnData } from '@reelwright/testing';
import { sql } from 'kysely';
import { type Scheduling, startScheduling } from './harness.ts';

let scheduling: Scheduling;
beforeAll(async () => {
  scheduling = await startScheduling();
}, 60_000);
afterAll(() => scheduling.stop());

const route = () => ({ part: 'calendar', app: scheduling.app.http.app, identity: scheduling.identity });

/** A user with a row in every exported table, each with the given name, or the video, in it. */
async function known(name: string): Promise<KnownPerson> {
  const { db } = scheduling;
  const [userId, videoId, regenerationId, configurationId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const at = '2026-05-01T09:00:00.000Z';
  const later = '2026-05-02T09:00:00.000Z';
  await sql`insert into usage_accounts (user_id, tier, status, videos_per_month, month_anchor, entitled_until,
    next_tier, next_videos_per_month, next_at, paid_until, posting_paused, posting_paused_at, posting_resumed_at)
    values (${userId}, 'pro', ${name}, 12, ${at}, ${later}, 'starter', 8, ${at}, ${later}, true, ${later}, ${at})`.execute(
    db,
  );
  await sql`insert into video_configurations (id, user_id, version, video_type, include_audio, notes, brand, default_captions,
    time_zone, ask_before_posting, created_at, updated_at) values (${configurationId}, ${userId}, 1, 'v1', true, ${name},
    ${`{"name": "${name}"}`}, ${`{"v1": "${name}"}`}, 'UTC', true, ${at}, ${later})`.execute(db);
  await sql`insert into scheduled_videos (id, user_id, wall_date, wall_time, time_zone, publish_at, state, video_type,
    title, caption, requested_caption, captions, requested_captions, platforms, quota_month, quota_state, created_at,
    requested_at, updated_at, skipped, approved_variation)
    values (${videoId}, ${userId}, '2026-05-02', '09:00', 'UTC', ${later}, 'requested', 'v1', ${`${name}?`}, ${name}, ${`${name}!`},
    ${`{"tiktok": "${name} own"}`}, ${`{"tiktok": "${name} told"}`}, '{tiktok}', ${at}, 'reserved', ${at}, ${later}, ${at},
    true, 2)`.execute(db);
  await sql`insert into video_regenerations (id, user_id, user_email, include_audio, video_type, scheduled_dates, notes, video_count,
    regenerated_at) values (${regenerationId}, ${userId}, ${`${name}@example.com`}, true, 'v1', ${`["${name}"]`}, ${name}, 1, ${at})`.execute(
    db,
  );
  await sql`insert into usage_ledger (user_id, quota_month, video_id, kind, delta, at)
    values (${userId}, ${at}, ${videoId}, 'reserve', 1, ${later})`.execute(db);
  await sql`insert into video_renders (video_id, variation, user_id, state, started_at, finished_at, code)
    values (${videoId}, 2, ${userId}, 'done', ${at}, ${later}, 'RENDER_FAILED')`.execute(db);
  await sql`insert into video_deliveries (video_id, variation, user_id, state, at, link, code)
    values (${videoId}, 2, ${userId}, 'done', ${at}, ${`https://drive.test/${name}`}, 'DRIVE_FULL')`.execute(db);
  await sql`insert into video_posts (video_id, platform, user_id, state, permalink, posted_at, goes_out_at,
    revision, code, cause_data) values (${videoId}, 'tiktok', ${userId}, 'posted', ${`https://tiktok.test/${name}`}, ${at},
    ${later}, 1, 'POSTED_LATE', ${JSON.stringify({ dueAt: '2026-05-01T08:30:00.000Z' })})`.execute(db);
  return {
    userId,
    data: {
      plan: {
        tier: 'pro',
        status: name,
        videosPerMonth: 12,
        monthAnchor: at,
        entitledUntil: later,
        nextTier: 'starter',
        nextAt: at,
        paidUntil: later,
        postingPaused: true,
        postingPausedAt: later,
        postingResumedAt: at,
      },
      configuration: {
        id: configurationId,
        videoType: 'v1',
        includeAudio: true,
        notes: name,
        brand: { name },
        defaultCaptions: { v1: name },
        timeZone: 'UTC',
        askBeforePosting: true,
        createdAt: at,
        updatedAt: later,
      },
      entries: [
        {
          id: videoId,
          date: '2026-05-02',
          time: '09:00',
          timeZone: 'UTC',
          publishAt: later,
          state: 'requested',
          videoType: 'v1',
          title: `${name}?`,
          caption: name,
          captions: { tiktok: `${name} own` },
          requestedCaption: `${name}!`,
          requestedCaptions: { tiktok: `${name} told` },
          platforms: ['tiktok'],
          createdAt: at,
          requestedAt: later,
          skipped: true,
          approvedVariation: 2,
        },
      ],
      regenerations: [
        {
          userEmail: `${name}@example.com`,
          videoType: 'v1',
          includeAudio: true,
          scheduledDates: [name],
          notes: name,
          videoCount: 1,
          regeneratedAt: at,
        },
      ],
      usage: [{ month: at, videoId, kind: 'reserve', at: later }],
      renders: [
        {
          videoId,
          variation: 2,
          state: 'done',
          startedAt: at,
          finishedAt: later,
          message: 'The video could not be rendered.',
        },
      ],
      deliveries: [
        {
          videoId,
          variation: 2,
          state: 'done',
          at,
          link: `https://drive.test/${name}`,
          message: 'The Drive that keeps your videos is full.',
        },
      ],
      posts: [
        {
          videoId,
          platform: 'tiktok',
          state: 'posted',
          message: 'It went out 30 minutes late, because we were held up.',
          permalink: `https://tiktok.test/${name}`,
          postedAt: at,
          goesOutAt: later,
        },
      ],
    },
    // No table here has secrets; these are internal columns.
    secrets: [regenerationId, 'RENDER_FAILED', 'DRIVE_FULL', 'POSTED_LATE'],
  };
}

describe('the exported calendar', () => {
  it('[ASVS 8.2.2] is given to its user, and to no other', async () => {
    await requireOwnData(route(), await known('ada'), await known('ben'));
  });

  it('[ASVS 14.2.6] has no internal column', async () => {
    await requireNoSecret(route(), await known('eve'));
  });

  it('is empty for a user without any', async () => {
    expect((await readAccountData(route(), randomUUID())).data).toEqual({
      plan: null,
      configuration: null,
      entries: [],
      regenerations: [],
      usage: [],
      renders: [],
      deliveries: [],
      posts: [],
    });
  });
});
