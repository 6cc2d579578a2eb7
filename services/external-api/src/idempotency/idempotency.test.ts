import { expect, it } from '@jest/globals';
import { fingerprintOf } from './idempotency.ts';

const DIGEST = 'a'.repeat(64);
const bare = { platforms: ['youtube'], videoUrl: undefined, description: '', title: '' };
const full = {
  platforms: ['instagram', 'tiktok'],
  videoUrl: 'https://example.com/v.mp4',
  description: 'Hi',
  title: 'T',
};

// Fingerprints of an earlier release, whose requests are stored for a day: these values never change.
it.each<[string, Record<string, unknown>, string | undefined, string]>([
  ['a file alone', bare, DIGEST, 'cf2ff1b6cfef3f907c7f74207606ee2862e03c93ad1573a3d95105c7eaf68989'],
  ['a URL and texts', full, undefined, '5b032570683ebd69bf043d7115c1d8354684a9e6799567ebcf350e0ba89f09a7'],
])('a request of an earlier release with %s has the same fingerprint', (_what, fields, digest, fingerprint) => {
  expect(fingerprintOf(fields, digest)).toBe(fingerprint);
});

it.each([[undefined], [null], [''], [[]]])('a new field with %j does not change a request’s fingerprint', (value) => {
  expect(fingerprintOf({ ...bare, tags: value }, DIGEST)).toBe(fingerprintOf(bare, DIGEST));
});

it.each([[false], [0], ['x'], [['x']]])('a new field with %j changes a request’s fingerprint', (value) => {
  expect(fingerprintOf({ ...bare, tags: value }, DIGEST)).not.toBe(fingerprintOf(bare, DIGEST));
});
