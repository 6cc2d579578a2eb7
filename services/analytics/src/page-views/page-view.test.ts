import { describe, expect, it } from '@jest/globals';
import { cleanReferrer, isCounted, truncateAddress } from './page-view.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('an address', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0'],
    ['::ffff:203.0.113.77', '203.0.113.0'],
    ['2001:db8:1234:5678::9', '2001:db8:1234::'],
    ['not an address', null],
    [undefined, null],
  ])('%s is stored as %s', (address, kept) => {
    expect(truncateAddress(address)).toBe(kept);
  });
});

describe('a referrer', () => {
  it('loses its query, its fragment and its credentials', () => {
    expect(cleanReferrer('https://me:secret@example.com/a/b?token=1#x')).toBe('https://example.com/a/b');
  });
  it.each(['javascript:alert(1)', 'nonsense', ''])('%p is dropped', (referrer) => {
    expect(cleanReferrer(referrer)).toBeNull();
  });
});

describe('a visit', () => {
  it('of a person counts', () => {
    expect(isCounted({ 'user-agent': FIREFOX, dnt: '0' })).toBe(true);
  });
  it.each<[string, Record<string, string>]>([
    ['with Do Not Track', { 'user-agent': FIREFOX, dnt: '1' }],
    ['with Global Privacy Control', { 'user-agent': FIREFOX, 'sec-gpc': '1' }],
    ['of a crawler', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
    ['of a script', { 'user-agent': 'curl/8.5.0' }],
    ['without a user agent', {}],
    ['ahead of a click', { 'user-agent': FIREFOX, 'sec-purpose': 'prefetch;prerender' }],
  ])('%s does not', (_name, headers) => {
    expect(isCounted(headers)).toBe(false);
  });
});
