import type { Rule } from './rule.ts';

const GUARD = 'services/external-api/src/video-urls/address-guard.ts';
const GUARD_TEST = 'services/external-api/src/video-urls/address-guard.test.ts';
const URLS_TEST = 'services/external-api/test/video-urls.service.test.ts';

/** What partners send, and the addresses they have us fetch. */
export const uploadRules: readonly Rule[] = [
  {
    id: 'ASVS 13.2.4',
    says: 'a video is fetched from addresses of the public internet only',
    file: GUARD,
    find: "ipaddr.isValid(address) && ipaddr.parse(address).range() === 'unicast'",
    put: "ipaddr.isValid(address) && ipaddr.parse(address).range() !== 'loopback'",
    test: GUARD_TEST,
    named: 'is not public',
  },
  {
    id: 'ASVS 13.2.4',
    says: 'the address is judged at the moment of dialling, all that a name has',
    file: GUARD,
    find: 'addresses.some(({ address }) => !isPublicAddress(address))',
    put: 'addresses.every(({ address }) => !isPublicAddress(address))',
    test: GUARD_TEST,
    named: 'is refused when any of a name is private, at the very moment of dialling',
  },
  {
    id: 'ASVS 13.2.4',
    says: 'a video address is https on its usual port',
    file: GUARD,
    find: "if (url.protocol !== 'https:' || url.port !== '') throw unusableUrl();",
    put: '',
    test: GUARD_TEST,
    named: 'http://example.com/v.mp4',
  },
  {
    id: 'ASVS 13.2.4',
    says: 'a video address has a name, not an IP address in whatever notation',
    file: GUARD,
    find: "if (isIP(url.hostname.replace(/^\\[|\\]$/g, '')) !== 0) throw unusableUrl();",
    put: '',
    test: GUARD_TEST,
    named: 'https://0x7f000001/v.mp4',
  },
  {
    id: 'ASVS 15.3.2',
    says: 'each place to which a video address leads on is judged as the first was',
    file: 'services/external-api/src/video-urls/video-fetcher.ts',
    find: 'url = requirePublicUrl(next.href, allowPrivate);',
    put: 'url = next;',
    test: URLS_TEST,
    named: '/to-password',
  },
  {
    id: 'ASVS 13.2.5',
    says: 'every address that a video is fetched from passes the guard when it is dialled',
    file: 'services/external-api/src/video-urls/video-fetcher.ts',
    find: 'connect: { lookup: guardedLookup(allowPrivate), timeout: CONNECT_MS },',
    put: 'connect: { timeout: CONNECT_MS },',
    test: 'services/external-api/src/video-urls/video-fetcher.test.ts',
    named: 'is not dialled',
  },
  {
    id: 'ASVS 5.2.1',
    says: 'a video has 100 MB at most, whatever length was announced',
    file: 'services/external-api/src/uploads/video-sink.ts',
    find: 'if (bytes > LARGEST_VIDEO) throw tooLarge();',
    put: '',
    test: 'services/external-api/test/uploads.service.test.ts',
    named: 'of more than 100 MB is refused, and its object is gone',
  },
  {
    id: 'ASVS 5.2.2',
    says: 'a video is told by its bytes, not by its name',
    file: 'services/external-api/src/uploads/video-sink.ts',
    find: '      videoKindOf(head);\n      const start',
    put: '      const start',
    test: URLS_TEST,
    named: '/page',
  },
  {
    id: 'ASVS 5.2.2',
    says: 'a file that is no video is refused at the end of its request too',
    file: 'services/external-api/src/posts/handle-post.ts',
    find: 'if (video?.refused) throw video.refused;',
    put: '',
    test: 'services/external-api/test/uploads.service.test.ts',
    named: 'is refused when its file is no video or has another name, and leaves nothing behind',
  },
  {
    id: 'ASVS 5.2.1',
    says: 'no more than a little of a file that is no video is read',
    file: 'services/external-api/src/uploads/late-refusal.ts',
    find: 'if (left < 0) throw refused;',
    put: '',
    test: 'services/external-api/test/uploads.service.test.ts',
    named: 'without a field it needs is told so before its file is looked at, unless the file is large',
  },
];
