import { randomUUID } from 'node:crypto';
import { emulatedPlatforms as platforms } from '@reelwright/sandbox/platforms';
import { consent } from './consent.ts';
import { type Publishing, startPublishing } from './harness.ts';

let publishing: Publishing;

beforeAll(async () => {
  publishing = await startPublishing('cell', { CELL: 'eu2' });
}, 60_000);
afterAll(() => publishing.stop());

describe.each(platforms)('the state of a consent at %s', (platform) => {
  const back = async (userId: string, query: URLSearchParams) =>
    String((await publishing.call(userId, 'GET', `/api/${platform}/callback?${query}`)).headers.location);

  test('begins with the cell, also when the person returns, and works once', async () => {
    const userId = randomUUID();
    publishing.neighbours.tiers.set(userId, 'pro');
    const { authUrl } = (await publishing.call(userId, 'GET', `/api/${platform}/auth`)).json();
    const account = platform === 'youtube' ? 'nico.bianchi@example.com' : `u${userId.slice(0, 8)}`;
    const query = await consent(platform, authUrl, { account });
    const state = query.get('state') ?? '';
    expect(state).toMatch(/^eu2\.[\w-]{43}$/);
    expect(new URL(authUrl).searchParams.get('state')).toBe(state);

    for (const changed of [state.replace('eu2.', 'us1.'), state.replace('eu2.', '')]) {
      const tampered = new URLSearchParams(query);
      tampered.set('state', changed);
      expect(await back(userId, tampered)).toContain('reason=CONSENT_EXPIRED');
    }
    expect(await back(userId, query)).toMatch(new RegExp(`(connected|choose)=${platform}`));
    expect(await back(userId, query)).toContain('reason=CONSENT_EXPIRED');
  });
});
