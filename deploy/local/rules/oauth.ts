import type { Rule } from './rule.ts';

const STATES = 'services/publishing/src/connections/oauth-states.ts';
const CONNECTING = 'services/publishing/test/connections.service.test.ts';

export const oauthRules: readonly Rule[] = [
  {
    id: 'ASVS 10.2.1',
    says: 'a way back from Google counts only in the browser that set out',
    file: 'services/auth/src/google/google-sign-in.routes.ts',
    find: "startRedirectPath: '/api/auth/google',",
    put: "startRedirectPath: '/api/auth/google',\n    checkStateFunction: (_request: unknown, done: (error?: Error) => void) => done(),\n    generateStateFunction: () => 'a state',",
    test: 'services/auth/test/google.service.test.ts',
    named: 'refuses a state that this browser was not given, also with a code that is its own',
  },
  {
    id: 'ASVS 10.1.2',
    says: "the state of a platform's consent belongs to one user",
    file: STATES,
    find: "    .where('user_id', '=', given.userId)\n",
    put: '',
    test: CONNECTING,
    named: 'of another user is refused',
  },
  {
    id: 'ASVS 10.1.2',
    says: "the state of a platform's consent works once",
    file: STATES,
    find: ".deleteFrom('oauth_states')\n    .where('state_hash'",
    put: ".updateTable('oauth_states').set({ expires_at: new Date(Date.now() + 60_000) })\n    .where('state_hash'",
    test: CONNECTING,
    named: 'works once',
  },
  {
    id: 'ASVS 10.1.2',
    says: "the state of a platform's consent belongs to one platform",
    file: STATES,
    find: "    .where('platform', '=', given.platform)\n",
    put: '',
    test: CONNECTING,
    named: 'belongs to one platform',
  },
  {
    id: 'ASVS 10.1.2',
    says: "the state of a platform's consent ends after ten minutes",
    file: STATES,
    find: '|| row.expires_at <= deps.clock.real()',
    put: '',
    test: CONNECTING,
    named: 'ends after ten minutes',
  },
];
