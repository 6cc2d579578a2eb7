/** What JSON Schema can tell of hosts: patterns without lookahead, for Helm's engine. */
export const RESERVED_NAME = '(test|example|invalid|localhost|example\\.(com|net|org))';
const LOCAL_ADDRESS = '(0|127)(\\.\\d+){3}|\\[::1?\\]';
/** RFC 1918, and the addresses of a link. */
const PRIVATE_ADDRESS = '10(\\.\\d+){3}|(192\\.168|169\\.254|172\\.(1[6-9]|2\\d|3[01]))(\\.\\d+){2}|\\[f[cde][^/]*\\]';
export const NOT_ELSEWHERE = `([^/@]*\\.)?${RESERVED_NAME}|${LOCAL_ADDRESS}`;
export const NOT_PUBLIC = `[^./:@[\\]]+|[^/@]+\\.(internal|local|home\\.arpa)|${PRIVATE_ADDRESS}|${NOT_ELSEWHERE}`;
/** Addresses that are not https, have a user or password, or have such a host. */
export const exceptHttpsTo = (host: string) => ({
  anyOf: [{ not: { pattern: '^https://' } }, { pattern: `^https://([^/]*@|(${host})(:\\d+)?(/|$))` }],
});
