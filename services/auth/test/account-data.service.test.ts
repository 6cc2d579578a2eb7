import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type KnownPerson, readAccountData, requireNoSecret, requireOwnData } from '@reelwright/testing';
import { sql } from 'kysely';
import { type Auth, cookieOf, startAuth } from './harness.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth();
}, 60_000);
afterAll(() => auth.stop());

const route = () => ({ part: 'account', app: auth.app, identity: auth.identity });

/** A user with an API key and a row in every exported table, with fixed times. */
async function givenUser(name: string): Promise<KnownPerson & { email: string; cookie: string }> {
  const { db } = auth;
  const person = { ...auth.newPerson(), lastName: name };
  const signup = await auth.app.inject({ method: 'POST', url: '/api/auth/signup', payload: person });
  const id = Number(signup.json().id);
  const headers = await auth.identity.asUser(String(id));
  const made = await auth.app.inject({ method: 'POST', url: '/api/generate-api-key', headers });
  const apiKey: string = made.json().apiKey;

  // In the future: housekeeping, which the running service does at its start and every hour, deletes what is over.
  const at = '2126-05-01T09:00:00.000Z';
  const later = '2126-05-02T09:00:00.000Z';
  const googleAccountId = `google-${id}`;
  const picture = `https://pictures.test/${name}`;
  await sql`update users set google_sub = ${googleAccountId}, profile_image_url = ${picture}, mail_notices = false,
    mail_connection_ends = false,
    created_at = ${at}, updated_at = ${later}, last_active_at = ${later} where id = ${id}`.execute(db);
  await sql`update sessions set touched_at = ${at}, expire = ${later} where user_id = ${id}`.execute(db);
  await sql`update known_browsers set seen_at = ${at} where user_id = ${id}`.execute(db);
  await sql`update api_keys set created_at = ${at}, last_used_at = ${later} where user_id = ${id}`.execute(db);
  const mailId = randomUUID();
  await sql`insert into mails (id, kind, to_address, user_id, reason, details, state, due_at, created_at) values
    (${mailId}, 'password_reset', ${person.email}, null, null, '{}', 'sent', ${at}, ${at}),
    (${randomUUID()}, 'payment_failed', ${`old-${person.email}`}, ${id}, ${`secret-reason-${id}`},
      '{"payUrl": "https://secret-pay"}', 'failed', ${later}, ${later})`.execute(db);
  const problem = { code: 'BLOCKED', mendedIn: 'dashboard', title: name, style: 'v8', publishAt: at, timeZone: 'UTC' };
  await sql`insert into post_notices (video_id, platform, action, user_id, mail_id, details, created_at)
    values (${`video-${id}`}, 'tiktok', 'retry', ${id}, ${mailId}, ${JSON.stringify(problem)}, ${later})`.execute(db);
  await sql`insert into password_resets (mail_id, user_id, token_hash, expires_at)
    values (${mailId}, ${id}, ${`secret-token-${id}`}, ${later})`.execute(db);
  await sql`insert into google_link_requests (id_hash, user_id, google_iss, google_sub, expires_at)
    values (${`secret-wish-${id}`}, ${id}, 'https://accounts.google.com', ${`secret-sub-${id}`}, ${later})`.execute(db);

  const { rows } = await sql<{ secret: string }>`
    select password_hash as secret from users where id = ${id}
    union all select key_hash from api_keys where user_id = ${id}
    union all select sid from sessions where user_id = ${id}
    union all select id_hash from known_browsers where user_id = ${id}`.execute(db);
  expect(rows).toHaveLength(4);
  const cookie = cookieOf(signup);
  const sid = decodeURIComponent(cookie.slice('sid='.length)).split('.')[0] ?? '';
  return {
    userId: String(id),
    email: person.email,
    cookie,
    data: {
      profile: {
        id,
        email: person.email,
        emailVerified: false,
        googleAccountId,
        firstName: person.firstName,
        lastName: name,
        profileImageUrl: picture,
        mailPostProblems: true,
        mailPaymentProblems: false,
        mailConnectionEnds: false,
        createdAt: at,
        updatedAt: later,
        lastActiveAt: later,
      },
      signIns: [{ lastUsedAt: at, endsAt: later }],
      browsers: [{ lastSignInAt: at }],
      apiKey: { prefix: apiKey.slice(0, 12), createdAt: at, lastUsedAt: later },
      mails: [
        { kind: 'password_reset', to: person.email, state: 'sent', createdAt: at, written: null },
        { kind: 'payment_failed', to: `old-${person.email}`, state: 'failed', createdAt: later, written: null },
      ],
      mailedPosts: [{ videoId: `video-${id}`, platform: 'tiktok', action: 'retry', details: problem, notedAt: later }],
    },
    secrets: [person.password, apiKey, sid, ...rows.map(({ secret }) => secret), 'secret-'],
  };
}

describe('the account data of auth', () => {
  it('[ASVS 8.2.2] is exported for its user only', async () => {
    const [ada, ben, eve] = [await givenUser('ada'), await givenUser('ben'), await givenUser('eve')];
    await sql`insert into mails (kind, to_address, user_id, state, due_at, created_at)
      values ('payment_failed', ${ada.email}, ${eve.userId}, 'sent', now(), now())`.execute(auth.db);
    await requireOwnData(route(), ada, ben);
    // The gateway's header identifies the caller; a cookie does not.
    const { cookie } = ada;
    const anonymous = await auth.app.inject({ url: '/api/account-data/account', headers: { cookie } });
    expect([anonymous.statusCode, anonymous.json().error]).toEqual([401, 'SIGNED_OUT']);
  });

  it('[ASVS 14.2.6] contains no password, key, session or link, and no hash of one', async () => {
    await requireNoSecret(route(), await givenUser('eve'));
  });

  it('is empty for an unknown user', async () => {
    expect((await readAccountData(route(), '999999')).data).toEqual({
      profile: null,
      signIns: [],
      browsers: [],
      apiKey: null,
      mails: [],
      mailedPosts: [],
    });
  });
});
