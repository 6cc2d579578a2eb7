import type { Rule } from './rule.ts';

const CONFIG = 'gateway/envoy-config.ts';
const ROUTES = 'gateway/envoy-routes.ts';
const TABLE_TEST = 'gateway/test/routes.test.ts';
const GATEWAY_TEST = 'gateway/test/gateway.test.ts';
const KNOWN = 'gateway/known-sessions.lua';
const KNOWN_TEST = 'gateway/test/known-sessions.test.ts';

export const gatewayRules: readonly Rule[] = [
  {
    id: 'ASVS 4.1.3',
    says: 'who calls is never what the caller writes',
    file: CONFIG,
    find: "{ remove_on_match: { key_matcher: { prefix: 'x-auth-', ignore_case: true } } },",
    put: '',
    test: GATEWAY_TEST,
    named: 'cannot be forged on',
  },
  {
    id: 'ASVS 8.3.1',
    says: 'a route is public only when it stands on the closed list too',
    file: ROUTES,
    find: "if (route.policy === 'public' && !publicPaths.has(route.path)) {",
    put: "if (route.path === '') {",
    test: TABLE_TEST,
    named: 'cannot be rendered with a public path that is not on the list',
  },
  {
    id: 'ASVS 8.3.1',
    says: 'a route asks for the credential its policy names',
    file: ROUTES,
    find: "...(route.policy !== 'public' && { [`authz.${route.policy}`]: on }),",
    put: "...(route.policy !== 'public' && { 'authz.optional': on }),",
    test: GATEWAY_TEST,
    named: 'is not a partner with a session, nor a person with a key, nor an admin with either',
  },
  {
    id: 'ASVS 16.5.3',
    says: 'nothing passes while auth cannot be asked',
    file: CONFIG,
    find: 'failure_mode_allow: false,',
    put: 'failure_mode_allow: true,',
    test: GATEWAY_TEST,
    named: 'cannot be told while auth is away: 503, and nothing passes',
  },
  {
    id: 'ASVS 8.3.2',
    says: 'what the gateway knows of a session is a second old at most',
    file: KNOWN,
    find: 'REMEMBERED_MS = 1000',
    put: 'REMEMBERED_MS = 30000',
    test: KNOWN_TEST,
    named: 'is asked about again once a second is over',
  },
  {
    id: 'ASVS 8.3.2',
    says: 'auth is asked each time when something is to be changed',
    file: KNOWN,
    find: "if headers:get(':method') ~= 'GET' then return end",
    put: '',
    test: KNOWN_TEST,
    named: 'is asked about each time when something is to be changed',
  },
  {
    id: 'ASVS 7.4.1',
    says: 'a session that ended through the gateway is forgotten there at once',
    file: ROUTES,
    find: 'filter_context: { ends_sessions: mayEndSessions(route) },',
    put: 'filter_context: { ends_sessions: false },',
    test: KNOWN_TEST,
    named: 'was answered, which may have ended the session',
  },
  {
    id: 'ASVS 7.4.1',
    says: 'an answer of auth from before a session ended is not kept after it',
    file: KNOWN,
    find: "question['endings'] ~= endings",
    put: 'false',
    test: KNOWN_TEST,
    named: 'of what auth was asked before a session ended and a service answered after it',
  },
  {
    id: 'ASVS 14.2.1',
    says: 'cookies and keys end at the gateway',
    file: CONFIG,
    find: "{ remove: 'cookie' }, ",
    put: '',
    test: GATEWAY_TEST,
    named: 'keeps its credentials at the gateway, except where signing in and out needs them',
  },
  {
    id: 'ASVS 5.2.1',
    says: 'a body is one megabyte at most',
    file: CONFIG,
    find: 'const JSON_LIMIT = 1024 * 1024;',
    put: 'const JSON_LIMIT = 1024 * 1024 * 50;',
    test: GATEWAY_TEST,
    named: 'over 1 MiB is a 413, without a length announced',
  },
  {
    id: 'ASVS 8.3.1',
    says: 'a path has one spelling: escaped slashes are refused',
    file: CONFIG,
    find: "path_with_escaped_slashes_action: 'REJECT_REQUEST',",
    put: "path_with_escaped_slashes_action: 'KEEP_UNCHANGED',",
    test: GATEWAY_TEST,
    named: 'with an escaped slash is refused in our words',
  },
  {
    id: 'ASVS 3.4.1',
    says: 'browsers keep to https for a year',
    file: CONFIG,
    find: "set('strict-transport-security', 'max-age=31536000; includeSubDomains'),",
    put: '',
    test: GATEWAY_TEST,
    named: 'of a service carries the security headers',
  },
];
