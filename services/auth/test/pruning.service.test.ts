import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { sweep } from '../src/housekeeping.ts';
import { type Auth, startAuth } from './harness.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

it('expired rows are deleted, live and recently expired ones stay', async () => {
  await sql`insert into sessions (sid, sess, expire) values
    ('live', '{}', now() + interval '1 hour'), ('just ended', '{}', now() - interval '1 hour'),
    ('long ended', '{}', now() - interval '2 days')`.execute(auth.db);
  await sql`insert into admin_sessions (sid, expire) values
    ('live', now() + interval '1 hour'), ('ended', now() - interval '1 minute')`.execute(auth.db);
  await sql`insert into failed_attempts (subject, failures, blocked_until, last_failed_at) values
    ('recent', 1, now(), now()), ('forgiven', 9, now() - interval '1 hour', now() - interval '2 hours')`.execute(
    auth.db,
  );
  await sweep(auth.db);
  const { rows } = await sql<{ name: string }>`select sid as name from sessions union all
    select 'admin ' || sid from admin_sessions union all select subject from failed_attempts order by 1`.execute(
    auth.db,
  );
  expect(rows.map(({ name }) => name)).toEqual(['admin live', 'just ended', 'live', 'recent']);
});
