import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { type ExternalApi, mp4, type Partner, startExternalApi } from './harness.ts';

let api: ExternalApi;
beforeAll(async () => {
  api = await startExternalApi();
});
afterAll(() => api.stop());
beforeEach(() => {
  Object.assign(api.publishing.behaviour, { stateOf: () => ({ state: 'posted' }), failBefore: 0, failAfter: 0 });
});

const FILE = mp4().toString('base64');
const post = (partner: Partner, key: string, payload: object = { videoFile: FILE }, path = 'youtube/post') =>
  api.post(partner, path, payload, { 'idempotency-key': key });
const keysOf = (partner: Partner) =>
  api.db.selectFrom('idempotency_keys').selectAll().where('key_id', '=', partner.keyId).execute();

describe('a request with an Idempotency-Key', () => {
  it('posts once, and repeats its answer', async () => {
    const partner = await api.newPartner('youtube', 'tiktok');
    const first = await post(partner, 'k', { videoFile: FILE, platforms: ['youtube', 'tiktok'] }, 'post-video');
    const again = await post(
      partner,
      'k',
      { platforms: ['tiktok', 'youtube'], videoFile: FILE.replace(/=+$/, '') },
      'post-video',
    );
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.statusCode).toBe(200);
    expect(again.json()).toEqual(first.json());
    expect(api.postsOf(partner)).toHaveLength(2);
    expect(await api.uploadsOf(partner)).toHaveLength(1);
  });

  it('has the same posts when a restored database has lost it', async () => {
    const partner = await api.newPartner('youtube');
    const first = await post(partner, 'k');
    await api.db.deleteFrom('idempotency_keys').where('key_id', '=', partner.keyId).execute();
    await api.db.deleteFrom('partner_posts').where('key_id', '=', partner.keyId).execute();
    const again = await post(partner, 'k');
    expect(again.json().id).toBe(first.json().id);
    expect(new Set(api.postsOf(partner).map(({ postId }) => postId)).size).toBe(1);
  });

  it('is the same request with another API key of the account', async () => {
    const partner = await api.newPartner('youtube');
    const first = await post(partner, 'k');
    const again = await post(await api.newKey(partner), 'k');
    expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([200, 'true']);
    expect(again.json()).toEqual(first.json());
    expect(api.postsOf(partner)).toHaveLength(1);
  });

  it('repeats a failure too, because it was tried', async () => {
    api.publishing.behaviour.stateOf = () => ({ state: 'failed', code: 'TITLE_REFUSED' });
    const partner = await api.newPartner('youtube');
    const first = await post(partner, 'k');
    const again = await post(partner, 'k');
    expect([first.statusCode, again.statusCode]).toEqual([500, 500]);
    expect(again.json()).toEqual(first.json());
    expect(api.postsOf(partner)).toHaveLength(1);
  });

  it.each<[string, object]>([
    ['other words', { videoFile: FILE, description: 'other' }],
    ['another video', { videoFile: mp4(777).toString('base64') }],
  ])('is refused with %s', async (_what, payload) => {
    const partner = await api.newPartner('youtube');
    await post(partner, 'k');
    const other = await post(partner, 'k', payload);
    expect([other.statusCode, other.json().error]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect(api.postsOf(partner)).toHaveLength(1);
    expect(await api.uploadsOf(partner)).toHaveLength(1);
  });

  it('is refused while its request runs', async () => {
    api.publishing.behaviour.stateOf = () => ({ state: 'processing' });
    const partner = await api.newPartner('youtube');
    const running = post(partner, 'k');
    await eventually(() => expect(api.postsOf(partner)).toHaveLength(1));
    const second = await post(partner, 'k');
    expect([second.statusCode, second.json().error]).toEqual([409, 'REQUEST_IN_PROGRESS']);
    api.publishing.behaviour.stateOf = () => ({ state: 'posted' });
    expect((await running).json()).toMatchObject({ posted_to: ['youtube'] });
    expect((await post(partner, 'k')).headers['idempotent-replayed']).toBe('true');
  });

  it('posts once when twenty come at the same time', async () => {
    const partner = await api.newPartner('youtube');
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(partner, 'k')));
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status !== 409).every((status) => status === 200)).toBe(true);
    expect(statuses).toContain(200);
    expect(api.postsOf(partner)).toHaveLength(1);
  });

  it('releases its key after a refusal that posted nothing', async () => {
    const partner = await api.newPartner('youtube');
    expect((await post(partner, 'k', { videoFile: 'AAAA' })).statusCode).toBe(415);
    expect((await post(partner, 'k', { description: 'x' })).statusCode).toBe(400);
    expect((await post(partner, 'k', { videoFile: FILE }, 'tiktok/post')).statusCode).toBe(400);
    expect(await keysOf(partner)).toEqual([]);
    expect((await post(partner, 'k')).statusCode).toBe(200);
  });

  it('continues with the same post when publishing was unavailable', async () => {
    const partner = await api.newPartner('youtube');
    api.publishing.behaviour.failAfter = 4;
    const first = await post(partner, 'k');
    expect(first.json()).toMatchObject({ success: false, errors: { youtube: { error: 'PUBLISHING_UNAVAILABLE' } } });
    const again = await post(partner, 'k');
    expect(again.headers['idempotent-replayed']).toBeUndefined();
    expect(again.json()).toMatchObject({ success: true, posted_to: ['youtube'] });
    expect(new Set(api.postsOf(partner).map(({ postId }) => postId)).size).toBe(1);
    expect((await post(partner, 'k', { videoFile: FILE, title: 'other' })).statusCode).toBe(422);
  });

  it('continues with the same post after a process died in between', async () => {
    const partner = await api.newPartner('youtube');
    await post(partner, 'k');
    // The row after a crash when publishing had accepted the post: with content, without answer, the lease expired.
    await sql`update idempotency_keys set answered_token = null,
      leased_until = clock_timestamp() - interval '1 second' where key_id = ${partner.keyId}`.execute(api.db);
    const other = await post(partner, 'k', { videoFile: FILE, title: 'other' });
    expect(other.statusCode).toBe(422);
    const again = await post(partner, 'k');
    expect(again.json()).toMatchObject({ posted_to: ['youtube'] });
    expect(new Set(api.postsOf(partner).map(({ postId }) => postId)).size).toBe(1);
  });

  describe('that was used a day ago', () => {
    const rowsOf = (partner: Partner) => sql`from idempotency_keys where user_id = ${partner.userId}`;
    const idsOf = (partner: Partner) => new Set(api.postsOf(partner).map(({ postId }) => postId));
    async function usedADayAgo(): Promise<Partner> {
      const partner = await api.newPartner('youtube');
      await post(partner, 'k');
      await sql`update idempotency_keys set expires_at = clock_timestamp() - interval '1 second'
        where user_id = ${partner.userId}`.execute(api.db);
      api.setRealTime(new Date('2026-05-11T10:21:00Z'));
      return partner;
    }
    afterEach(() => api.setRealTime(new Date('2026-05-10T10:20:00Z')));

    it('is a new request', async () => {
      const partner = await usedADayAgo();
      expect((await post(partner, 'k')).headers['idempotent-replayed']).toBeUndefined();
      expect(idsOf(partner).size).toBe(2);
    });

    it('has the same posts when a restored database has lost the second request', async () => {
      const partner = await usedADayAgo();
      const { rows } = await sql`select * ${rowsOf(partner)}`.execute(api.db);
      const second = await post(partner, 'k');
      await sql`delete ${rowsOf(partner)}`.execute(api.db);
      await api.db
        .insertInto('idempotency_keys')
        .values(rows as never)
        .execute();
      await api.db.deleteFrom('partner_posts').where('request_id', '=', second.json().id).execute();
      expect((await post(partner, 'k')).json().id).toBe(second.json().id);
      expect(idsOf(partner).size).toBe(2);
    });
  });

  it('[ASVS 8.2.2] belongs to its account and route only', async () => {
    const [one, other] = [await api.newPartner('youtube', 'tiktok'), await api.newPartner('youtube')];
    await post(one, 'k');
    const foreign = await post(other, 'k');
    expect([foreign.statusCode, foreign.headers['idempotent-replayed']]).toEqual([200, undefined]);
    expect(api.postsOf(other)).toHaveLength(1);
    const elsewhere = await post(one, 'k', { videoFile: FILE }, 'tiktok/post');
    expect([elsewhere.statusCode, elsewhere.headers['idempotent-replayed']]).toEqual([200, undefined]);
  });

  it('counts no upload for a repeat', async () => {
    const partner = await api.newPartner('youtube');
    for (let count = 0; count < 10; count += 1) await post(partner, `k${count}`);
    expect((await post(partner, 'k9')).headers['idempotent-replayed']).toBe('true');
    expect((await post(partner, 'k10')).statusCode).toBe(429);
  });

  it.each(['', 'with space', 'x'.repeat(201)])('%p is refused', async (key) => {
    const partner = await api.newPartner('youtube');
    const response = await post(partner, key);
    expect([response.statusCode, response.json().error]).toEqual([400, 'VALIDATION_FAILED']);
  });
});
