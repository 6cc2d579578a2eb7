import { describe, expect, it } from '@jest/globals';
import { guardedLookup, isPublicAddress, requirePublicUrl } from './address-guard.ts';

describe('an address from a partner', () => {
  it.each([
    'http://example.com/v.mp4',
    'ftp://example.com/v.mp4',
    'file:///etc/passwd',
    'https://example.com:8443/v.mp4',
    'https://user:secret@example.com/v.mp4',
    'https://127.0.0.1/v.mp4',
    'https://0x7f000001/v.mp4',
    'https://2130706433/v.mp4',
    'https://0177.0.0.1/v.mp4',
    'https://[::1]/v.mp4',
    'https://[::ffff:10.0.0.1]/v.mp4',
    'https://8.8.8.8/v.mp4',
    'nonsense',
    '',
  ])('[ASVS 13.2.4] %s is refused', (url) => {
    expect(() => requirePublicUrl(url, false)).toThrow(/could not be fetched/);
  });

  it('passes with https and a name', () => {
    expect(requirePublicUrl('https://example.com:443/v.mp4', false).href).toBe('https://example.com/v.mp4');
  });

  it('may be private if that is allowed, but never a file', () => {
    expect(requirePublicUrl('http://127.0.0.1:8080/v.mp4', true).port).toBe('8080');
    expect(() => requirePublicUrl('file:///etc/passwd', true)).toThrow(/could not be fetched/);
  });
});

describe('a resolved address', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001:db8::1',
    'ff02::1',
    'nonsense',
  ])('[ASVS 13.2.4] %s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['8.8.8.8', '93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it('[ASVS 13.2.4] is refused when connecting, if any address of the name is private', async () => {
    const lookup = guardedLookup(false, (_host, _options, done) =>
      done(null, [
        { address: '93.184.215.14', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ]),
    );
    const error = await new Promise((resolve) => lookup('two.example', { all: true }, (failure) => resolve(failure)));
    expect(error).toMatchObject({ message: 'this address is not public' });
  });

  it('is returned in the requested form', async () => {
    const lookup = guardedLookup(false, (_host, _options, done) => done(null, [{ address: '8.8.8.8', family: 4 }]));
    const one = await new Promise((resolve) => lookup('one.example', {}, (_error, ...answer) => resolve(answer)));
    const all = await new Promise((resolve) => lookup('one.example', { all: true }, (_e, answer) => resolve(answer)));
    expect([one, all]).toEqual([['8.8.8.8', 4], [{ address: '8.8.8.8', family: 4 }]]);
  });
});
