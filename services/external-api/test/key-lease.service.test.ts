import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { claimKey } from '../src/idempotency/idempotency.ts';
import { type ExternalApi, mp4, type Partner, startExternalApi } from './harness.ts';

/** A service that never renews a key within a test, and one that renews constantly. */
let still: ExternalApi;
let beating: ExternalApi;
beforeAll(async () => {
  [still, beating] = await Promise.all([startExternalApi(), startExternalApi({}, 20)]);
});
afterAll(() => Promise.all([still.stop(), beating.stop()]));
beforeEach(() => {
  for (const api of [still, beating]) api.publishing.behaviour.stateOf = () => ({ state: 'posted' });
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
    const partner = await still.newPartner('youtube');
    await post(still, partner);
    await sql`update idempotency_keys set answered_token = null where key_id = ${partner.keyId}`.execute(still.db);
    await setLease(still, partner, 60);
    const early = await post(still, partner);
    expect([early.statusCode, early.json().error]).toEqual([409, 'REQUEST_IN_PROGRESS']);
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(30);
    expect(Number(early.headers['retry-after'])).toBeLessThanOrEqual(60);

    await passMinute(still, partner);
    expect((await post(still, partner, { videoFile: FILE, title: 'other' })).statusCode).toBe(422);
    const again = await post(still, partner);
    expect(again.json()).toMatchObject({ success: true, posted_to: ['youtube'] });
    expect(again.headers['idempotent-replayed']).toBeUndefined();
    expect(idsOf(still, partner).size).toBe(1);
    expect((await post(still, partner)).headers['idempotent-replayed']).toBe('true');
  });

  it('while its body was read is free after a minute, for any content', async () => {
    const partner = await still.newPartner('youtube');
    await claimKey(still.db, { partner, route: ROUTE, key: 'k' }, new Date());
    expect((await post(still, partner)).statusCode).toBe(409);
    expect(still.postsOf(partner)).toEqual([]);
    await passMinute(still, partner);
    expect((await post(still, partner)).statusCode).toBe(200);
    expect(still.postsOf(partner)).toHaveLength(1);
  });

  it('is refused with the remaining seconds of the minute', async () => {
    const partner = await still.newPartner('youtube');
    await claimKey(still.db, { partner, route: ROUTE, key: 'k' }, new Date());
    await setLease(still, partner, 37);
    const seconds = Number((await post(still, partner)).headers['retry-after']);
    expect(seconds).toBeGreaterThan(27);
    expect(seconds).toBeLessThanOrEqual(37);
  });
});

describe('the key of a running request', () => {
  it('is held while it runs, posting or reading', async () => {
    const partner = await beating.newPartner('youtube');
    const finish = await beginUpload(beating, partner);
    await setLease(beating, partner, 0);
    await eventually(async () => expect((await keyOf(beating, partner))?.seconds_left).toBeGreaterThan(50));
    beating.publishing.behaviour.stateOf = () => ({ state: 'processing' });
    const running = finish();
    await eventually(() => expect(beating.postsOf(partner)).toHaveLength(1));
    await setLease(beating, partner, 0);
    await eventually(async () => expect((await keyOf(beating, partner))?.seconds_left).toBeGreaterThan(50));

    expect((await post(beating, partner)).statusCode).toBe(409);
    beating.publishing.behaviour.stateOf = () => ({ state: 'posted' });
    expect(await running).toMatchObject({ status: 200, body: { posted_to: ['youtube'] } });
    expect(beating.postsOf(partner)).toHaveLength(1);
  });

  it('is no longer renewed once it was released', async () => {
    const partner = await beating.newPartner('youtube');
    beating.publishing.behaviour.failAfter = 4;
    expect((await post(beating, partner)).json()).toMatchObject({ success: false });
    expect((await keyOf(beating, partner))?.seconds_left).toBeLessThanOrEqual(0);
    expect((await post(beating, partner)).json()).toMatchObject({ success: true });
  });

  it('stays bound to its request when its day ends meanwhile', async () => {
    const partner = await still.newPartner('youtube');
    const running = begin(still, partner);
    await eventually(() => expect(still.postsOf(partner)).toHaveLength(1));
    await sql`update idempotency_keys set expires_at = clock_timestamp() where key_id = ${partner.keyId}`.execute(
      still.db,
    );
    await still.housekeeping();
    expect((await post(still, partner)).statusCode).toBe(409);
    still.publishing.behaviour.stateOf = () => ({ state: 'posted' });
    expect((await running).statusCode).toBe(200);
    expect(idsOf(still, partner).size).toBe(1);
  });
});

describe('a request that lost its key to another', () => {
  it('posts nothing if it had posted nothing yet, and stores and counts no upload', async () => {
    const partner = await still.newPartner('youtube');
    const finish = await beginUpload(still, partner);
    await takeOver(still, partner);
    expect(await finish()).toMatchObject({ status: 409, body: { error: 'REQUEST_IN_PROGRESS' } });
    expect(still.postsOf(partner)).toEqual([]);
    expect(await still.uploadsOf(partner)).toEqual([]);
    const windows = still.db.selectFrom('rate_windows').selectAll().where('key_id', '=', partner.userId);
    expect(await windows.where('kind', '=', 'upload').execute()).toMatchObject([{ used: 0 }]);
    expect(await keyOf(still, partner)).toMatchObject({ answered: false, lease_token: 1 });
  });

  it('stops waiting for its posts, which the other request continues', async () => {
    const partner = await beating.newPartner('youtube');
    const running = begin(beating, partner);
    await eventually(() => expect(beating.postsOf(partner)).toHaveLength(1));
    await takeOver(beating, partner);
    const answer = await running;
    expect([answer.statusCode, answer.json().error]).toEqual([409, 'REQUEST_IN_PROGRESS']);
    const rows = beating.db.selectFrom('partner_posts').selectAll().where('user_id', '=', partner.userId);
    expect(await rows.execute()).toMatchObject([{ state: 'waiting' }]);
    expect(await keyOf(beating, partner)).toMatchObject({ answered: false, lease_token: 1 });
  });

  it('has the same post as the other request, whose answer counts', async () => {
    const partner = await still.newPartner('youtube');
    const first = begin(still, partner);
    await eventually(() => expect(still.postsOf(partner)).toHaveLength(1));
    await setLease(still, partner, 0);
    const second = begin(still, partner);
    await eventually(() => expect(still.postsOf(partner)).toHaveLength(2));
    still.publishing.behaviour.stateOf = () => ({ state: 'posted' });
    const [lost, won] = await Promise.all([first, second]);
    expect([lost.statusCode, won.statusCode]).toEqual([409, 200]);
    expect(idsOf(still, partner).size).toBe(1);
    const replayed = await post(still, partner);
    expect(replayed.headers['idempotent-replayed']).toBe('true');
    expect(replayed.json()).toEqual(won.json());
  });
});
