import { sql } from 'kysely';
import { type Billing, startBilling } from './harness.ts';

let billing: Billing;
beforeAll(async () => {
  billing = await startBilling();
}, 60_000);
afterAll(() => billing.stop());

let ids = 0;
async function givenEverything(userId: string, word: string): Promise<void> {
  const { db } = billing.app;
  const payment = `in_${word}_${ids++}`;
  await sql`insert into accounts (id, email, first_name, stripe_customer_id) values (${userId}, ${word}, ${word},
    ${`cus_${userId}`})`.execute(db);
  await sql`insert into subscriptions (id, tier, is_annual, status, revision, updated_at, stripe_subscription_id)
    values (${userId}, 'pro', false, 'active', 1, now(), ${`sub_${word}`})`.execute(db);
  await sql`insert into payments (id, user_id, amount_cents, currency, tier, paid_at)
    values (${payment}, ${userId}, 4990, 'eur', 'pro', now())`.execute(db);
  await sql`insert into disputes (id, payment_id, amount_cents, reason, status, opened_at, updated_at)
    values (${`dp_${payment}`}, ${payment}, 4990, ${word}, 'lost', now(), now())`.execute(db);
  await sql`insert into intentions (user_id, kind, target, opened_at) values (${userId}, 'checkout', ${word}, now())`.execute(
    db,
  );
}

const read = async (userId: string, query = '') =>
  billing.app.http.app.inject({
    url: `/api/account-data/billing${query}`,
    headers: await billing.identity.asUser(userId),
  });

describe('what billing holds', () => {
  it('[ASVS 8.2.2] is told to its person, and never to another', async () => {
    const [ada, ben] = [billing.newUser(), billing.newUser()];
    await givenEverything(ada, 'word-of-ada');
    await givenEverything(ben, 'word-of-ben');
    const told = await read(ada);
    expect(told.statusCode).toBe(200);
    expect(told.json()).toMatchObject({ part: 'billing', exportedAt: expect.any(String), data: expect.any(Object) });
    expect(told.headers['cache-control']).toBe('no-store');
    expect(told.body).toContain('word-of-ada');
    for (const query of ['', `?userId=${ada}`, `?user_id=${ada}`]) {
      const other = await read(ben, query);
      expect(other.body).toContain('word-of-ben');
      expect(other.body).not.toContain('word-of-ada');
    }
    const anonymous = await billing.app.http.app.inject({ url: '/api/account-data/billing' });
    expect([anonymous.statusCode, anonymous.json().error]).toEqual([401, 'SIGNED_OUT']);
  });

  it('[ASVS 14.2.6] holds no secret', async () => {
    const userId = billing.newUser();
    await givenEverything(userId, 'word');
    const { body } = await read(userId);
    expect(body).not.toMatch(/secret-|token|hash|lease/i);
  });

  it('is told as empty to somebody of whom there is nothing', async () => {
    expect((await read(billing.newUser())).statusCode).toBe(200);
  });
});
