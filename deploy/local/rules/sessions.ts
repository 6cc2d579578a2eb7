import type { Rule } from './rule.ts';

const STORE = 'services/auth/src/sessions/session-store.ts';
const SESSION = 'services/auth/src/sessions/session.ts';
const SIGN_IN = 'services/auth/test/sign-in.service.test.ts';

export const sessionRules: readonly Rule[] = [
  {
    id: 'ASVS 11.4.2',
    says: 'ids of sessions are stored hashed',
    file: STORE,
    find: "return createHash('sha256').update(sessionId).digest('base64url');",
    put: 'return sessionId;',
    test: SIGN_IN,
    named: 'keeps neither the password nor the session id in the database',
  },
  {
    id: 'ASVS 7.2.4',
    says: 'a login begins a session of its own, and the one before is dead',
    file: SESSION,
    find: 'await request.session.regenerate();',
    put: '',
    test: SIGN_IN,
    named: 'gives a new session id and leaves the old one dead',
  },
  {
    id: 'ASVS 7.3.1',
    says: 'a session that nobody used for a week is over',
    file: STORE,
    find: "sql<boolean>`expire > clock_timestamp()`.as('live')",
    put: "sql<boolean>`true`.as('live')",
    test: SIGN_IN,
    named: 'tells an ended session from none',
  },
  {
    id: 'ASVS 7.4.1',
    says: 'signing out removes the session from the table',
    file: STORE,
    find: 'with gone as (delete from sessions where sid = ${sid} returning sid)',
    put: 'with gone as (select sid from sessions where sid = ${sid})',
    test: SIGN_IN,
    named: 'ends the session for the very next request',
  },
  {
    id: 'ASVS 3.3.1',
    says: 'the session cookie ends by its age, whatever the clocks say',
    file: SESSION,
    find: '`; Max-Age=${ABSOLUTE_MS / 1_000}`',
    put: "''",
    test: SIGN_IN,
    named: 'ends its cookie by its age, whatever the clocks say',
  },
];
