import { describe, expect, it } from '@jest/globals';
import { apiKeyPrefix, createApiKey, hashApiKey, looksLikeApiKey } from './api-key.ts';

describe.each(['', 'eu2'])('an API key of the cell %j', (cell) => {
  it('with a typing error is refused without a query', () => {
    const key = createApiKey(cell);
    expect(looksLikeApiKey(key)).toBe(true);
    for (let at = 0; at < key.length; at += 1) {
      const other = key[at] === 'a' ? 'b' : 'a';
      expect(looksLikeApiKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
    }
    for (const text of ['', key.slice(1), `${key}a`, `${key} `, `${key}\n`]) expect(looksLikeApiKey(text)).toBe(false);
  });

  it('[ASVS 11.4.2] cannot be computed from what is stored', () => {
    const key = createApiKey(cell);
    expect(hashApiKey(key)).not.toContain(key.slice(-36, -24));
  });

  it('is shown by its beginning and four random characters', () => {
    const key = createApiKey(cell);
    expect(apiKeyPrefix(key)).toBe(key.slice(0, -32));
    expect(apiKeyPrefix(key)).toMatch(cell ? /^rw_live_eu2_[0-9A-Za-z]{4}$/ : /^rw_live_[0-9A-Za-z]{4}$/);
  });
});

it('an API key has its cell in its checksum, so none can be made of another cell’s key', () => {
  const [withCell, without] = [createApiKey('eu2'), createApiKey(undefined)];
  expect(withCell).toMatch(/^rw_live_eu2_[0-9A-Za-z]{36}$/);
  expect(without).toMatch(/^rw_live_[0-9A-Za-z]{36}$/);
  for (const key of [
    withCell.replace('_eu2_', '_us1_'),
    withCell.replace('_eu2_', '_'),
    without.replace('rw_live_', 'rw_live_eu2_'),
  ]) {
    expect(looksLikeApiKey(key)).toBe(false);
  }
});

it.each([
  ['capitals', 'EU2'],
  ['13 characters', 'thirteenchars'],
  ['a third part', 'eu_2'],
])('text whose cell has %s is no API key', (_, cell) => {
  expect(looksLikeApiKey(createApiKey(cell))).toBe(false);
});
