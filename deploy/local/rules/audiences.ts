import type { Rule } from './rule.ts';

const CHECK_TEST = 'services/auth/test/check.service.test.ts';

/** A token is valid at one service, and only a known policy issues one. */
export const audienceRules: readonly Rule[] = [
  {
    id: 'ASVS 9.2.3',
    says: 'a token for one service is refused by another',
    file: 'libs/identity/src/verifier.ts',
    find: 'getKey, { audience,',
    put: 'getKey, {',
    test: 'libs/identity/test/identity.test.ts',
    named: 'is valid at the service it was issued for and at no other',
  },
  {
    id: 'ASVS 9.2.3',
    says: 'a token that one service has accepted is still refused by another',
    file: 'libs/identity/src/verifier.ts',
    find: 'const cacheKey = `${audience} ${token}`;',
    put: 'const cacheKey = token;',
    test: 'libs/identity/test/identity.test.ts',
    named: 'is valid at the service it was issued for and at no other',
  },
  {
    id: 'ASVS 9.2.3',
    says: 'auth issues a token for each service',
    file: 'services/auth/src/check/token-cache.ts',
    find: '${claims.aud} ',
    put: '',
    test: CHECK_TEST,
    named: 'answers with a token for the service that receives the request',
  },
  {
    id: 'ASVS 9.2.3',
    says: 'the gateway caches a session for one service only',
    file: 'gateway/known-sessions.lua',
    find: "headers:get('x-auth-audience') .. ' ' .. cookie",
    put: 'cookie',
    test: 'gateway/test/known-sessions.test.ts',
    named: 'is checked for each service, whose identity no other gets',
  },
  {
    id: 'ASVS 8.2.1',
    says: 'an unknown policy is refused',
    file: 'services/auth/src/check/check-server.ts',
    find: 'Object.hasOwn(checks, policy) ? checks[policy] : undefined',
    put: 'checks[policy]',
    test: CHECK_TEST,
    named: 'refuses the unknown policy',
  },
];
