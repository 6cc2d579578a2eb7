import { describe, expect, it } from '@jest/globals';
import { createApiKey, hashApiKey, looksLikeApiKey } from './api-key.ts';

describe('an API key', () => {
  it('with a typing error is refused without a query', () => {
    const key = createApiKey();
    expect(looksLikeApiKey(key)).toBe(true);
    for (let at = 0; at < key.length; at += 1) {
      const other = key[at] === 'a' ? 'b' : 'a';
      expect(looksLikeApiKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
    }
    for (const text of ['', key.slice(1), `${key}a`, `${key} `]) expect(looksLikeApiKey(text)).toBe(false);
  });

  it('[ASVS 11.4.2] cannot be computed from what is stored', () => {
    const key = createApiKey();
    expect(hashApiKey(key)).not.toContain(key.slice('rw_live_'.length, 20));
  });
});
