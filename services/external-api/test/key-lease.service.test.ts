import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { claimKey } from '../src/idempotency/idempotency.ts';
import { type ExternalApi, mp4, type Partner, startExternalApi } from './harness.ts';

/** A service that never renews a key within a test, and one that renews constantly. */
let idle: ExternalApi;
let renewing: ExternalApi;
beforeAll(async () => {
  [idle, renewing] = await Promise.all([startExternalApi(), startExternalApi({}, 20)]);
});
afterAll(() => Promise.all([idle.stop(), renewing.stop()]));
beforeEach(() => {
  for (const api of [idle, renewing]) api.publishing.behaviour.stateOf = () => ({ state: 'posted' });
});

const FILE = mp4().toString('base64');
const ROUTE = '/api/external/youtube/post';
const post = (api: ExternalApi, partner: Partner, payload: object = { videoFile: FILE }) =>
  api.post(partner, 'youtube/post', payload, { 'idempotency-key': 'k' });
const keyOf = async (api: ExternalApi, { keyId }: Partner) => {
  const { rows } = await sql<{ seconds_left: number; answered: boolean; lease_token: number }>`
    select extract(epoch from leased_until - clock_timestamp())::float8 as seconds_left, lease_token::int,
           answered_token is not distinct from lease_token as answered
      from idempotency_keys where key_id = ${keyId}`.execute(api.db);
  return rows[0];
};
const setLease = (api: ExternalApi, { keyId }: Partner, seconds: number) =>
  sql`update idempotency_keys set leased_until = clock_timestamp() + ${seconds} * interval '1 second'
    where key_id = ${keyId}`.execute(api.db);
/** Changes the row like another request that claims the key. */
const takeOver = (api: ExternalApi, { keyId }: Partner) =>
  sql`update idempotency_keys set lease_token = lease_token + 1 where key_id = ${keyId}`.execute(api.db);
/** Expires the lease, like a minute later. */
const passMinute = (api: ExternalApi, { keyId }: Partner) =>
  sql`update idempotency_keys set leased_until = leased_until - interval '60 seconds'
    where key_id = ${keyId}`.execute(api.db);
const idsOf = (api: ExternalApi, partner: Partner) => new Set(api.postsOf(partner).map(({ postId }) => postId));

/** Sends a request that waits for its post until the test sets the outcome. */
function begin(api: ExternalApi, partner: Partner) {
  api.publishing.behaviour.stateOf = () => ({ state: 'processing' });
  return post(api, partner);
}

/** A request that pauses in the middle of its video until `finish` is called. */
async function beginUpload(api: ExternalApi, partner: Partner) {
  const outgoing = httpRequest(`${api.url}${ROUTE}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...partner.headers, 'idempotency-key': 'k' },
  });
  outgoing.write(`{"videoFile":"${mp4(300_000).toString('base64')}`);
  await eventually(async () => expect(await api.uploadsOf(partner)).toHaveLength(1));
  return async function finish() {
    outgoing.end('"}');
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of response) text += chunk;
    return { status: response.statusCode, body: JSON.parse(text) };
  };
}

describe('the key of a request whose process died', () => {
  it('while it was posting is held for at most a minute, and the repeat continues with the same post', async () => {
    const partner = await idle.newPartner('youtube');
    await post(idle, partner);
    await sql`update idempotency_keys set answered_token = null where key_id = ${partner.keyId}`.execute(idle.db);
    await setLease(idle, partner, 60);
    const early = await post(idle, partner);
    expect([early.statusCode, early.json().error]).toEqual([409, 'REQUEST_IN_PROGRESS']);
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(30);
    expect(Number(early.headers['retry-after'])).toBeLessThanOrEqual(60);

    await passMinute(idle, partner);
    expect((await post(idle, partner, { videoFile: FILE, title: 'other' })).statusCode).toBe(422);
    const again = await post(idle, partner);
    expect(again.json()).toMatchObject({ success: true, posted_to: ['youtube'] });
    expect(again.headers['idempotent-replayed']).toBeUndefined();
    expect(idsOf(idle, partner).size).toBe(1);
    expect((await post(idle, partner)).headers['idempotent-replayed']).toBe('true');
  });

  it('while its body was read is free after a minute, for any content', async () => {
    const partner = await idle.newPartner('youtube');
    await claimKey(idle.db, { partner, route: ROUTE, key: 'k' }, new Date());
    expect((await post(idle, partner)).statusCode).toBe(409);
    expect(idle.postsOf(partner)).toEqual([]);
    await passMinute(idle, partner);
    expect((await post(idle, partner)).statusCode).toBe(200);
    expect(idle.postsOf(partner)).toHaveLength(1);
  });

  it('is refused with the remaining seconds of the minute', async () => {
    const partner = await idle.newPartner('youtube');
    await claimKey(idle.db, { partner, route: ROUTE, key: 'k' }, new Date());
    await setLease(idle, partner, 37);
    const seconds = Number((await post(idle, partner)).headers['retry-after']);
    expect(seconds).toBeGreaterThan(27);
    expect(seconds).toBeLessThanOrEqual(37);
  });
});

describe('the key of a running request', () => {
  it('is held while it runs, posting or reading', async () => {
    const partner = await renewing.newPartner('youtube');
    const finish = await beginUpload(renewing, partner);
    await setLease(renewing, partner, 0);
    await eventually(async () => expect((await keyOf(renewing, partner))?.seconds_left).toBeGreaterThan(50));
    renewing.publishing.behaviour.stateOf = () => ({ state: 'processing' });
    const running = finish();
    await eventually(() => expect(renewing.postsOf(partner)).toHaveLength(1));
    await setLease(renewing, partner, 0);
    await eventually(async () => expect((await keyOf(renewing, partner))?.seconds_left).toBeGreaterThan(50));

    expect((await post(renewing, partner)).statusCode).toBe(409);
    renewing.publishing.behaviour.stateOf = () => ({ state: 'posted' });
    expect(await running).toMatchObject({ status: 200, body: { posted_to: ['youtube'] } });
    expect(renewing.postsOf(partner)).toHaveLength(1);
  });

  it('is no longer renewed once it was released', async () => {
    const partner = await renewing.newPartner('youtube');
    renewing.publishing.behaviour.failAfter = 4;
    expect((await post(renewing, partner)).json()).toMatchObject({ success: false });
    expect((await keyOf(renewing, partner))?.seconds_left).toBeLessThanOrEqual(0);
    expect((await post(renewing, partner)).json()).toMatchObject({ success: true });
  });

  it('stays bound to its request when its day ends meanwhile', async () => {
    const partner = await idle.newPartner('youtube');
    const running = begin(idle, partner);
    await eventually(() => expect(idle.postsOf(partner)).toHaveLength(1));
    await sql`update idempotency_keys set expires_at = clock_timestamp() where key_id = ${partner.keyId}`.execute(
      idle.db,
    );
    await idle.housekeeping();
    expect((await post(idle, partner)).statusCode).toBe(409);
    idle.publishing.behaviour.stateOf = () => ({ state: 'posted' });
    expect((await running).statusCode).toBe(200);
    expect(idsOf(idle, partner).size).toBe(1);
  });
});

describe('a request that lost its key to another', () => {
  it('posts nothing if it had posted nothing yet, and stores and counts no upload', async () => {
    const partner = await idle.newPartner('youtube');
    const finish = await beginUpload(idle, partner);
    await takeOver(idle, partner);
    expect(await finish()).toMatchObject({ status: 409, body: { error: 'REQUEST_IN_PROGRESS' } });
    expect(idle.postsOf(partner)).toEqual([]);
    expect(await idle.uploadsOf(partner)).toEqual([]);
    const windows = idle.db.selectFrom('rate_windows').selectAll().where('key_id', '=', partner.userId);
    expect(await windows.where('kind', '=', 'upload').execute()).toMatchObject([{ used: 0 }]);
    expect(await keyOf(idle, partner)).toMatchObject({ answered: false, lease_token: 1 });
  });

  it('stops waiting for its posts, which the other request continues', async () => {
    const partner = await renewing.newPartner('youtube');
    const running = begin(renewing, partner);
    await eventually(() => expect(renewing.postsOf(partner)).toHaveLength(1));
    await takeOver(renewing, partner);
    const answer = await running;
    expect([answer.statusCode, answer.json().error]).toEqual([409, 'REQUEST_IN_PROGRESS']);
    const rows = renewing.db.selectFrom('partner_posts').selectAll().where('user_id', '=', partner.userId);
    expect(await rows.execute()).toMatchObject([{ state: 'waiting' }]);
    expect(await keyOf(renewing, partner)).toMatchObject({ answered: false, lease_token: 1 });
  });

  it('has the same post as the other request, whose answer counts', async () => {
    const partner = await idle.newPartner('youtube');
    const first = begin(idle, partner);
    await eventually(() => expect(idle.postsOf(partner)).toHaveLength(1));
    await setLease(idle, partner, 0);
    const second = begin(idle, partner);
    await eventually(() => expect(idle.postsOf(partner)).toHaveLength(2));
    idle.publishing.behaviour.stateOf = () => ({ state: 'posted' });
    const [lost, won] = await Promise.all([first, second]);
    expect([lost.statusCode, won.statusCode]).toEqual([409, 200]);
    expect(idsOf(idle, partner).size).toBe(1);
    const replayed = await post(idle, partner);
    expect(replayed.headers['idempotent-replayed']).toBe('true');
    expect(replayed.json()).toEqual(won.json());
  });
});
