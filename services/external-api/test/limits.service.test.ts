import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@reelwright/testing';
import { type ExternalApi, mp4, startExternalApi } from './harness.ts';

let api: ExternalApi;
beforeAll(async () => {
  api = await startExternalApi();
});
afterAll(() => api.stop());

const connections = (headers: Record<string, string>) =>
  api.app.inject({ url: '/api/external/user/connections', headers });
const upload = () => ({ videoFile: mp4().toString('base64') });

/** The value of a metric, as an operator reads it; undefined without one. */
async function metric(series: string): Promise<number | undefined> {
  const lines = (await api.metrics.registry.metrics()).split('\n');
  const line = lines.find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
}
const refusedBy = (limit: string) => metric(`external_api_refused_total{limit="${limit}",service="external-api"}`);

describe('the hourly limits of an account', () => {
  it('[ASVS 2.4.1] accept exactly 100 of 300 simultaneous requests', async () => {
    const partner = await api.newPartner('youtube');
    const answers = await Promise.all(Array.from({ length: 300 }, () => connections(partner.headers)));
    const passed = answers.filter(({ statusCode }) => statusCode === 200);
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect([passed.length, refused.length]).toEqual([100, 200]);
    const left = passed.map(({ headers }) => Number(headers['x-ratelimit-remaining'])).sort((a, b) => a - b);
    expect(left).toEqual(Array.from({ length: 100 }, (_, index) => index));
    expect(refused[0]?.json()).toMatchObject({ error: 'RATE_LIMITED', message: expect.any(String) });
    expect(refused[0]?.headers).toMatchObject({
      'retry-after': '2400', // it is twenty past
      'x-ratelimit-limit': '100',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(Date.parse('2026-05-10T11:00:00Z') / 1000),
    });
  });

  it('[ASVS 2.4.1] accept exactly 10 of 40 simultaneous uploads, and store none of the others', async () => {
    const partner = await api.newPartner('youtube');
    const answers = await Promise.all(Array.from({ length: 40 }, () => api.post(partner, 'youtube/post', upload())));
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(30);
    expect(refused[0]?.json().error).toBe('UPLOAD_LIMIT_REACHED');
    expect(refused[0]?.headers).toMatchObject({ 'retry-after': '2400', 'x-ratelimit-limit': '10' });
    expect(await api.uploadsOf(partner)).toHaveLength(10);
    expect(api.postsOf(partner)).toHaveLength(10);
  });

  it('[ASVS 2.4.1] allow 600 reads of posts, separate from requests', async () => {
    const partner = await api.newPartner('youtube');
    const { headers } = partner;
    const { id } = (await api.post(partner, 'youtube/post', upload())).json();
    const ask = () => api.app.inject({ url: `/api/external/posts/${id}`, headers });
    expect((await ask()).headers).toMatchObject({ 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '599' });
    const answers = await Promise.all(Array.from({ length: 610 }, ask));
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(599);
    expect(refused).toHaveLength(11);
    expect(refused[0]?.json()).toMatchObject({
      error: 'RATE_LIMITED',
      message: 'This account has asked for posts 600 times this hour.',
    });
    expect(refused[0]?.headers).toMatchObject({ 'retry-after': '2400', 'x-ratelimit-remaining': '0' });
    expect((await connections(headers)).headers).toMatchObject({ 'x-ratelimit-remaining': '98' });
  });

  it('[ASVS 2.4.1] outlive a key: a new key has the remaining budget of the hour', async () => {
    const partner = await api.newPartner('youtube');
    for (let uploads = 0; uploads < 10; uploads += 1) await api.post(partner, 'youtube/post', upload());
    const replaced = await api.newKey(partner);
    const refused = await api.post(replaced, 'youtube/post', upload());
    expect([refused.statusCode, refused.json().error]).toEqual([429, 'UPLOAD_LIMIT_REACHED']);
    expect((await connections(replaced.headers)).headers['x-ratelimit-remaining']).toBe('88');
  });

  it('count each account separately', async () => {
    const [one, other] = [await api.newPartner(), await api.newPartner()];
    await Promise.all(Array.from({ length: 101 }, () => connections(one.headers)));
    expect((await connections(one.headers)).statusCode).toBe(429);
    expect((await connections(other.headers)).headers['x-ratelimit-remaining']).toBe('99');
  });

  it('start again with the next hour', async () => {
    const partner = await api.newPartner();
    await Promise.all(Array.from({ length: 101 }, () => connections(partner.headers)));
    api.setRealTime(new Date('2026-05-10T10:59:59.500Z'));
    expect((await connections(partner.headers)).headers['retry-after']).toBe('1');
    api.setRealTime(new Date('2026-05-10T11:00:00Z'));
    expect((await connections(partner.headers)).statusCode).toBe(200);
    api.setRealTime(new Date('2026-05-10T10:20:00Z'));
  });

  it('are checked before a body is read', async () => {
    const partner = await api.newPartner('youtube');
    await Promise.all(Array.from({ length: 101 }, () => connections(partner.headers)));
    const response = await api.post(partner, 'youtube/post', '{ broken');
    expect([response.statusCode, response.json().error]).toEqual([429, 'RATE_LIMITED']);
  });
});

describe('the metrics of the limits', () => {
  it('count refused requests by limit', async () => {
    const partner = await api.newPartner('youtube');
    const before = { request: await refusedBy('request'), upload: await refusedBy('upload') };
    await Promise.all(Array.from({ length: 12 }, () => api.post(partner, 'youtube/post', upload())));
    expect(await refusedBy('upload')).toBe((before.upload ?? 0) + 2);
    await Promise.all(Array.from({ length: 91 }, () => connections(partner.headers)));
    expect(await refusedBy('request')).toBe((before.request ?? 0) + 3);
  });

  it('have the accounts that are near a limit of this hour, and name none', async () => {
    api.setRealTime(new Date('2026-05-10T13:00:00Z'));
    const [near, far] = [await api.newPartner(), await api.newPartner()];
    await Promise.all(Array.from({ length: 80 }, () => connections(near.headers)));
    await Promise.all(Array.from({ length: 79 }, () => connections(far.headers)));
    const series = (limit: string) => `external_api_accounts_near_limit{limit="${limit}",service="external-api"}`;
    await eventually(async () => expect(await metric(series('request'))).toBe(1));
    expect([await metric(series('read')), await metric(series('upload'))]).toEqual([0, 0]);
    expect(await api.metrics.registry.metrics()).not.toContain(near.userId);
    api.setRealTime(new Date('2026-05-10T10:20:00Z'));
  });
});
