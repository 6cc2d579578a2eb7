import { type Scheduling, startScheduling } from './harness.ts';

let scheduling: Scheduling;
beforeAll(async () => {
  scheduling = await startScheduling();
});
afterAll(() => scheduling.stop());
beforeEach(async () => {
  scheduling.neighbours.emailVerified = false;
  scheduling.neighbours.email = 'ada@example.com';
  await scheduling.db.deleteFrom('daily_counts').execute();
});

/** Requests the free video of a new user, or of `userId`, from an address. */
async function ask(address: string, userId?: string) {
  const answer = await scheduling.app.http.app.inject({
    method: 'POST',
    url: '/api/video-configurations',
    headers: {
      ...(await scheduling.identity.asUser(userId ?? (await scheduling.user()))),
      'x-forwarded-for': `198.51.100.9, ${address}`,
    },
    payload: { videoType: 'v1', scheduledDates: [] },
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
}

async function askFrom(address: (host: number) => string, times: number): Promise<number[]> {
  const answers: number[] = [];
  for (let host = 1; host <= times; host += 1) answers.push((await ask(address(host))).status);
  return answers;
}

describe('free videos of accounts with an unverified e-mail', () => {
  it.each([
    ['an IPv4 /24', (host: number) => `203.0.113.${host}`, '203.0.114.1'],
    ['an IPv6 /48', (host: number) => `2001:db8:1:${host}::1`, '2001:db8:2::1'],
  ])(
    '[ASVS 2.4.1] are limited to ten a day for %s, and the refusal says what to do',
    async (_what, inside, outside) => {
      expect(await askFrom(inside, 10)).toEqual(Array(10).fill(200));
      const user = await scheduling.user();
      const refused = await ask(inside(11), user);
      expect([refused.status, refused.body.error]).toEqual([429, 'FREE_VIDEOS_OF_NETWORK_USED']);
      expect(refused.body.message).toContain('Verify your e-mail');
      const untilMidnight = 86_400 - ((Date.now() / 1_000) % 86_400);
      expect(Math.abs(Number(refused.headers['retry-after']) - untilMidnight)).toBeLessThan(60);
      expect(await scheduling.eventsOf(user)).toEqual([]);
      expect(await scheduling.used(user)).toBe(0);
      expect((await ask(outside)).status).toBe(200);
    },
  );

  it('[ASVS 2.4.1] stay within the limit when they are requested at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 14 }, () => ask('203.0.113.1')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  });

  it('count from zero each day, and earlier days are deleted', async () => {
    await askFrom(() => '203.0.113.1', 10);
    await scheduling.db.updateTable('daily_counts').set({ day: '2026-01-01' }).execute();
    expect((await ask('203.0.113.1')).status).toBe(200);
    expect(await scheduling.db.selectFrom('daily_counts').select('used').execute()).toEqual([{ used: 1 }]);
  });

  it('do not count when they are refused for another reason', async () => {
    const user = await scheduling.user();
    expect((await ask('203.0.113.1', user)).status).toBe(200);
    const again = await ask('203.0.113.1', user);
    expect([again.status, again.body.error]).toEqual([429, 'FREE_VIDEO_USED']);
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(0);
    expect(await scheduling.db.selectFrom('daily_counts').select('used').execute()).toEqual([{ used: 1 }]);
  });
});

describe('a network whose free videos of the day are used up', () => {
  beforeEach(() => askFrom(() => '203.0.113.1', 10));

  it('gives one to a user with a verified e-mail', async () => {
    scheduling.neighbours.emailVerified = true;
    expect((await ask('203.0.113.1')).status).toBe(200);
  });

  it('[ASVS 2.4.1] gives none while auth does not answer', async () => {
    scheduling.neighbours.email = undefined;
    expect((await ask('203.0.113.1')).body.error).toBe('FREE_VIDEOS_OF_NETWORK_USED');
  });

  it('does not limit paid plans', async () => {
    expect((await ask('203.0.113.1', await scheduling.user({ tier: 'starter' }))).status).toBe(200);
  });
});
