import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type Platform, platforms, recordOf } from '@reelwright/product';
import type { TSchema } from 'typebox';
import Value from 'typebox/value';
import type { Job } from './connector.ts';
import type { Level } from './platform.ts';
import { definitions } from './registry.ts';
import { tiktokConnector } from './tiktok/tiktok-connector.ts';
import { youtubeConnector } from './youtube/youtube-connector.ts';

/** The bodies of the calls to the platform. */
let sent: string[];
const server = createServer(async (request, reply) => {
  sent.push(await text(request));
  const data = { publish_id: '1', upload_url: origin, privacy_level_options: ['PUBLIC_TO_EVERYONE', 'SELF_ONLY'] };
  reply.writeHead(200, { location: origin }).end(JSON.stringify({ error: { code: 'ok' }, data }));
});
let origin: string;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  sent = [];
});

const jobAt = (level: Level) =>
  ({
    level,
    accessToken: 'token',
    accountId: level,
    settings: {
      tiktok: { privacyLevel: 'PUBLIC_TO_EVERYONE', allowComment: true, allowDuet: true, allowStitch: true },
    },
    title: 'Title',
    caption: 'Caption',
    fromPartner: false,
    signal: new AbortController().signal,
    media: async () => ({ size: 1, read: async () => Readable.from(['a']) }),
    save: async () => undefined,
  }) satisfies Partial<Job> as unknown as Job;

test.each([
  ['private-only', 'SELF_ONLY'],
  ['live', 'PUBLIC_TO_EVERYONE'],
] as const)('at the level %s TikTok shows posts to %s', async (level, audience) => {
  await tiktokConnector({ apiUrl: origin, pageUrl: origin }).stage(jobAt(level), undefined);
  expect(sent.find((body) => body.includes('privacy_level'))).toContain(`"privacy_level":"${audience}"`);
});

test.each([
  ['private-only', 'private'],
  ['live', 'public'],
] as const)('at the level %s videos on YouTube are %s', async (level, status) => {
  await youtubeConnector({ root: origin, watchUrl: origin }).stage(jobAt(level), undefined);
  expect(sent[0]).toContain(`"privacyStatus":"${status}"`);
});

test('private-only is a level of the platforms that have private posts, and of no other', () => {
  const hasPrivatePosts: Record<Platform, boolean> = {
    tiktok: true,
    youtube: true,
    // A Page's reels are public.
    facebook: false,
    instagram: false,
  };
  const takesLevel = (platform: Platform) => {
    const settings = definitions[platform].settings as Record<string, TSchema>;
    return Value.Check(settings[`${platform.toUpperCase()}_LEVEL`] as TSchema, 'private-only');
  };
  expect(recordOf(platforms, takesLevel)).toEqual(hasPrivatePosts);
});
