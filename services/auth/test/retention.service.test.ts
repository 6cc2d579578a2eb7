import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createManualClock } from '@reelwright/clock';
import { events } from '@reelwright/contracts';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { createActivityRecorder } from '../src/accounts/activity.ts';
import { hashReceiptCode } from '../src/accounts/receipt.ts';
import { applyRetention } from '../src/accounts/retention.ts';
import { type Auth, cookieOf, startAuth } from './harness.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const DAY = 86_400_000;
const YEAR = 365.25 * DAY;

async function newcomer() {
  const person = auth.newPerson();
  const signup = await auth.app.inject({ method: 'POST', url: '/api/auth/signup', payload: person });
  return { ...person, userId: Number(signup.json().id), cookie: cookieOf(signup) };
}
const isThere = async (userId: number) =>
  (await auth.db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()) !== undefined;
/** Does the hourly work of the retention rules at the time `ms` from now. */
async function runAfter(ms: number): Promise<void> {
  const clock = createManualClock(new Date(Date.now() + ms));
  await applyRetention({ ...auth.deletionDeps, clock });
}

describe('an unused account', () => {
  it('is deleted after five years, with the same event as every deletion and a receipt that says why', async () => {
    const person = await newcomer();
    await runAfter(4.9 * YEAR);
    expect(await isThere(person.userId)).toBe(true);
    await runAfter(5.1 * YEAR);
    expect(await isThere(person.userId)).toBe(false);
    expect((await auth.ask('session', { cookie: person.cookie })).statusCode).toBe(401);
    const { rows } = await sql<{ type: string }>`
      select type from outbox where key = ${String(person.userId)} order by outbox.id desc limit 1`.execute(auth.db);
    expect(rows).toEqual([{ type: events.UserDeleted.name }]);
    const receipts = auth.db
      .selectFrom('account_deletions')
      .select('reason')
      .where('user_id', '=', String(person.userId));
    expect(await receipts.execute()).toEqual([{ reason: 'inactive' }]);
  });

  it('is deleted five years of product time after its last use', async () => {
    const [one, other] = [await newcomer(), await newcomer()];
    const fourYearsOn = createManualClock(new Date(Date.now() + 4 * YEAR));
    const activity = createActivityRecorder({ ...auth.deletionDeps, clock: fourYearsOn });
    for (const { userId } of [one, other]) activity.record(String(userId));
    await eventually(async () => {
      const noted = auth.db
        .selectFrom('users')
        .select('id')
        .where('last_active_at', '>', new Date(Date.now() + 3 * YEAR));
      expect(await noted.execute()).toHaveLength(2);
    });
    await runAfter(8.9 * YEAR);
    expect([await isThere(one.userId), await isThere(other.userId)]).toEqual([true, true]);
    await runAfter(9.1 * YEAR);
    expect([await isThere(one.userId), await isThere(other.userId)]).toEqual([false, false]);
  });

  it.each([
    ['its plan is a paid one', () => Object.assign(auth.stubbedServices, { tier: 'starter' })],
    ['billing does not answer', () => Object.assign(auth.stubbedServices, { billingDown: true })],
  ])('stays while %s', async (_why, arrange) => {
    const { userId } = await newcomer();
    arrange();
    await runAfter(6 * YEAR);
    expect(await isThere(userId)).toBe(true);
    Object.assign(auth.stubbedServices, { tier: 'free', billingDown: false });
    await runAfter(6 * YEAR);
    expect(await isThere(userId)).toBe(false);
  });
});

describe('an account', () => {
  it('counts as used when a session or a key passes the gateway’s check', async () => {
    const lastActive = async (userId: number) =>
      (await auth.db.selectFrom('users').select('last_active_at').where('id', '=', userId).executeTakeFirstOrThrow())
        .last_active_at;
    const [bySession, byKey] = [await newcomer(), await newcomer()];
    const { apiKey } = (
      await auth.app.inject({
        method: 'POST',
        url: '/api/generate-api-key',
        headers: await auth.identity.asUser(String(byKey.userId)),
      })
    ).json();
    await auth.ask('session', { cookie: bySession.cookie });
    await auth.ask('api_key', { 'x-api-key': apiKey });
    await eventually(async () => {
      expect(await lastActive(bySession.userId)).toEqual(expect.any(Date));
      expect(await lastActive(byKey.userId)).toEqual(expect.any(Date));
    });
  });
});

/** The record of a deletion: which service has erased what. */
describe('the receipt of a deletion', () => {
  it('is kept for twelve months, and a service that has not erased its data after a week is logged', async () => {
    const code = randomUUID();
    await auth.db
      .insertInto('account_deletions')
      .values({ code_hash: hashReceiptCode(code), user_id: code, reason: 'owner', requested_at: new Date() })
      .execute();
    await auth.db
      .insertInto('account_deletion_parts')
      .values({ code_hash: hashReceiptCode(code), service: 'drive' })
      .execute();
    const logged: object[] = [];
    const logger = { ...auth.deletionDeps.logger, error: (fields: object) => logged.push(fields) } as never;
    const later = createManualClock(new Date(Date.now() + 8 * DAY));
    await applyRetention({ ...auth.deletionDeps, clock: later, logger });
    expect(logged).toContainEqual(expect.objectContaining({ lateService: 'drive' }));
    expect((await auth.app.inject({ url: `/api/account-deletions/${code}` })).statusCode).toBe(200);
    await runAfter(367 * DAY);
    expect((await auth.app.inject({ url: `/api/account-deletions/${code}` })).statusCode).toBe(404);
  });
});
