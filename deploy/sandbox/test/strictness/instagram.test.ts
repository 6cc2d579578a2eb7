import { credentials } from '../../src/credentials.ts';
import { sampleClip } from '../../src/social/sample-clip.ts';
import type { RunningSandbox } from '../../src/start.ts';
import { type ConnectedAccount, instagramCalls, instagramQuery, instagramScopes } from '../instagram-calls.ts';
import { call, clip, mediaHost, redirectUri, setKnobs, startOwn } from '../social.ts';
import { from, type Rejection, rejections } from './rejections.ts';

let sandbox: RunningSandbox;
let host: Awaited<ReturnType<typeof mediaHost>>;
const { authorize, connect, contain, exchange, finished, get, lengthen, origin, publish, refresh, settled, status } =
  instagramCalls(
    () => sandbox,
    () => host.url,
  );
beforeAll(async () => {
  sandbox = await startOwn();
  host = await mediaHost(clip);
});
afterAll(async () => {
  host.close();
  await sandbox.close();
});
const usual = {
  processingMs: 0,
  postsPerDay: 100,
  containersPerDay: 400,
  containerSeconds: 86_400,
  codeSeconds: 3600,
  shortTokenSeconds: 3600,
  longTokenSeconds: 5_183_944,
  refreshAgeSeconds: 86_400,
  hashtags: 5,
};
beforeEach(() => setKnobs(sandbox, 'instagram', usual));

const { appSecret } = credentials.instagram;
const knobs = (changed: object) => setKnobs(sandbox, 'instagram', changed);
const graphError = (code: number, subcode?: number): object => ({
  error: { code, type: expect.any(String), fbtrace_id: expect.any(String), ...(subcode && { error_subcode: subcode }) },
});
const loginError = { error_type: 'OAuthException', code: 400, error_message: expect.any(String) };
const code = async () => (await authorize({ account: 'ada.marlow', ...instagramScopes })).get('code') ?? '';
const shortToken = async (): Promise<string> => (await exchange(await code())).json.access_token;

const page = (what: string, differing: Record<string, string>): Omit<Rejection, 'source'> => ({
  what,
  send: () => call(`${origin()}/oauth/authorize?${new URLSearchParams({ ...instagramQuery, ...differing })}`),
  status: 400,
});
const exchanged = (what: string, differing: Record<string, string>): Omit<Rejection, 'source'> => ({
  what,
  send: async () => exchange(await code(), differing),
  status: 400,
  body: loginError,
});
const container = (what: string, fields: Record<string, string>, is: number, subcode?: number) => ({
  what,
  send: async () => contain(await connect(), fields),
  status: 400,
  body: graphError(is, subcode),
});
/** An accepted container, and the error with which its processing ended. */
const fetched = (what: string, fields: () => Record<string, string>, subcode: number): Omit<Rejection, 'source'> => ({
  what,
  send: async () => {
    const connected = await connect();
    const response = await settled(connected, (await contain(connected, fields())).json.id);
    return response;
  },
  status: 200,
  body: { status_code: 'ERROR', status: expect.stringContaining(String(subcode)) },
});

const published = async (connected: ConnectedAccount): Promise<string> =>
  (await publish(connected, await finished(connected))).json.id;
const insights = (
  what: string,
  fields: Record<string, string>,
  [statusCode, is]: [number, number],
  scopes = instagramScopes,
): Omit<Rejection, 'source'> => ({
  what: `insights of a post with ${what}`,
  send: async () => {
    const id = await published(await connect());
    const { token } = await connect('ada.marlow', { 'scope instagram_business_basic': 'on', ...scopes });
    return get(`/v26.0/${id}/insights`, { ...fields, access_token: token });
  },
  status: statusCode,
  body: graphError(is),
});

rejections([
  ...from('Instagram API with Instagram Login, Business Login', [
    page('an unknown app', { client_id: '1' }),
    page('an old permission name', { scope: 'business_basic,business_content_publish' }),
    page('permissions without the basic one', { scope: 'instagram_business_content_publish' }),
    page('a redirect to plain http on another host', { redirect_uri: 'http://example.com/callback' }),
    page('another response type', { response_type: 'token' }),
    exchanged('a code with another redirect_uri', { redirect_uri: `${redirectUri}/` }),
    exchanged('a wrong secret', { client_secret: 'wrong' }),
    exchanged('another app', { client_id: '1' }),
    exchanged('a code it did not issue', { code: 'AQmadeup' }),
    exchanged('another grant type', { grant_type: 'refresh_token' }),
    {
      what: 'a code a second time',
      send: async () => {
        const once = await code();
        await exchange(once);
        return exchange(once);
      },
      status: 400,
      body: loginError,
    },
    {
      what: 'a code older than an hour',
      send: async () => {
        await knobs({ codeSeconds: 0 });
        return exchange(await code());
      },
      status: 400,
      body: loginError,
    },
    {
      what: 'JSON where a form belongs',
      send: () =>
        call(`${origin()}/oauth/access_token`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{}',
        }),
      status: 400,
      body: loginError,
    },
  ]),
  ...from('Instagram API with Instagram Login, Long-lived tokens', [
    {
      what: 'to lengthen with a wrong secret',
      send: async () =>
        get('/access_token', {
          grant_type: 'ig_exchange_token',
          client_secret: 'wrong',
          access_token: await shortToken(),
        }),
      status: 400,
      body: graphError(101),
    },
    {
      what: 'to lengthen with another grant type',
      send: async () =>
        get('/access_token', { grant_type: 'exchange', client_secret: appSecret, access_token: await shortToken() }),
      status: 400,
      body: graphError(100),
    },
    {
      what: 'to lengthen a token twice',
      send: async () => lengthen((await connect()).token),
      status: 400,
      body: graphError(452),
    },
    {
      what: 'to refresh a short-lived token',
      send: async () => refresh(await shortToken()),
      status: 400,
      body: graphError(452),
    },
    {
      what: 'to refresh a token younger than a day',
      send: async () => refresh((await connect()).token),
      status: 400,
      body: graphError(100),
    },
    {
      what: 'to refresh an expired token',
      send: async () => {
        await knobs({ longTokenSeconds: 0, refreshAgeSeconds: 0 });
        return refresh((await lengthen(await shortToken())).json.access_token);
      },
      status: 400,
      body: graphError(190, 463),
    },
  ]),
  ...from('Graph API, Handle errors', [
    {
      what: 'a malformed token',
      send: () => get('/v26.0/me', { fields: 'user_id', access_token: 'garbage' }),
      status: 401,
      body: graphError(190),
    },
    {
      what: 'an expired token',
      send: async () => {
        await knobs({ shortTokenSeconds: 0 });
        return get('/v26.0/me', { fields: 'user_id', access_token: await shortToken() });
      },
      status: 400,
      body: graphError(190, 463),
    },
    {
      what: 'a call without a token',
      send: () => get('/v26.0/me', { fields: 'user_id' }),
      status: 400,
      body: graphError(2500),
    },
    {
      what: 'an unknown field',
      send: async () => get('/v26.0/me', { fields: 'user_id,shoe_size', access_token: (await connect()).token }),
      status: 400,
      body: graphError(100),
    },
    {
      what: 'another account’s container',
      send: async () => status(await connect('nico.bianchi'), await finished(await connect())),
      status: 400,
      body: graphError(100, 33),
    },
    {
      what: 'to post without the permission',
      send: async () => contain(await connect('ada.marlow', { 'scope instagram_business_basic': 'on' })),
      status: 403,
      body: graphError(10),
    },
  ]),
  ...from('IG User Media reference, and Error codes', [
    container('an unknown media type', { media_type: 'VIDEO' }, 100, 2207023),
    container('no video_url', { video_url: '' }, 100),
    container('an upload of bytes on this host', { upload_type: 'resumable' }, 100),
    container('a video over plain http', { video_url: 'http://example.com/a.mp4' }, 9004, 2207052),
    container('a video_url that is not ASCII', { video_url: 'https://example.com/ä.mp4' }, 9004, 2207052),
    container('an invalid video_url', { video_url: 'clip.mp4' }, 9004, 2207052),
    container('a cover over plain http', { cover_url: 'http://example.com/a.jpg' }, 9004, 2207052),
    container('a caption over 2200 characters', { caption: 'a'.repeat(2201) }, 36004, 2207010),
    container('a caption with over 20 @', { caption: '@a '.repeat(21) }, 100, 2207040),
    container('a caption with over 5 hashtags', { caption: '#a #b #c #d #e #f' }, 100, 2207040),
    container('a thumbnail before the video', { thumb_offset: '-1' }, 1, 2207057),
    container('a thumbnail that is not a number', { thumb_offset: 'soon' }, 1, 2207057),
    container('an invalid flag', { share_to_feed: 'perhaps' }, 100),
    container('an invalid disclosure', { is_ai_generated: 'perhaps' }, 100),
    fetched('a missing video', () => ({ video_url: `${host.url}/none.mp4` }), 2207052),
    fetched('a video behind a redirect', () => ({ video_url: `${host.url}/moved` }), 2207052),
    fetched('a file that is not a video', () => ({ video_url: `${host.url}/text.mp4` }), 2207026),
    fetched('a thumbnail after the video', () => ({ thumb_offset: '9000' }), 2207057),
    {
      what: 'the container after the day’s 400',
      send: async () => {
        await knobs({ containersPerDay: 0 });
        return contain(await connect());
      },
      status: 400,
      body: graphError(9, 2207042),
    },
  ]),
  ...from('IG User Media Publish reference, and Error codes', [
    {
      what: 'to publish without a container',
      send: async () => publish(await connect(), ''),
      status: 400,
      body: graphError(100),
    },
    {
      what: 'to publish before it is finished',
      send: async () => {
        await knobs({ processingMs: 60_000 });
        const connected = await connect();
        return publish(connected, (await contain(connected)).json.id);
      },
      status: 400,
      body: graphError(9007, 2207027),
    },
    {
      what: 'to publish a container a second time',
      send: async () => {
        const connected = await connect();
        const id = await finished(connected);
        await publish(connected, id);
        return publish(connected, id);
      },
      status: 400,
      body: graphError(24, 2207006),
    },
    {
      what: 'to publish after a day',
      send: async () => {
        const connected = await connect();
        const id = await finished(connected);
        await knobs({ containerSeconds: 0 });
        return publish(connected, id);
      },
      status: 400,
      body: graphError(-2, 2207020),
    },
    {
      what: 'to publish a container that ended in ERROR',
      send: async () => {
        const connected = await connect();
        const { id } = (await contain(connected, { video_url: `${host.url}/none.mp4` })).json;
        await settled(connected, id);
        return publish(connected, id);
      },
      status: 400,
      body: graphError(-1, 2207032),
    },
    {
      what: 'to publish another account’s container',
      send: async () => publish(await connect('nico.bianchi'), await finished(await connect())),
      status: 400,
      body: graphError(24, 2207006),
    },
    {
      what: 'to publish for a restricted account',
      send: async () => {
        const restricted = await connect('mika.restricted');
        return publish(restricted, await finished(restricted));
      },
      status: 400,
      body: graphError(25, 2207050),
    },
    {
      what: 'more posts than the quota of a day',
      send: async () => {
        await knobs({ postsPerDay: 0 });
        const connected = await connect();
        return publish(connected, await finished(connected));
      },
      status: 400,
      body: graphError(9, 2207042),
    },
  ]),
  ...from('Instagram Media Insights reference', [
    insights('an unknown metric', { metric: 'views,colour' }, [400, 100]),
    insights('a metric that has ended', { metric: 'plays' }, [400, 100]),
    insights('no instagram_business_manage_insights', { metric: 'views' }, [403, 10], {
      'scope instagram_business_content_publish': 'on',
    }),
    {
      what: 'the insights of another account’s post',
      send: async () => {
        const { token } = await connect('nico.bianchi');
        return get(`/v26.0/${await published(await connect())}/insights`, { metric: 'views', access_token: token });
      },
      status: 400,
      body: graphError(100, 33),
    },
  ]),
  {
    what: 'a quota counted from more than a day ago',
    send: async () => {
      const { token, user } = await connect();
      return get(`/v26.0/${user}/content_publishing_limit`, { since: '1', access_token: token });
    },
    status: 400,
    body: graphError(100),
    source: 'IG User Content Publishing Limit reference',
  },
]);

describe('a reel ends in ERROR', () => {
  it.each<[string, () => Buffer]>([
    ['under 3 seconds', () => sampleClip({ seconds: 2 })],
    ['over 15 minutes', () => sampleClip({ seconds: 901 })],
    ['over 1920 pixels wide', () => sampleClip({ width: 2160, height: 3840 })],
    ['at twelve frames a second', () => sampleClip({ framesPerSecond: 12 })],
    ['at 120 frames a second', () => sampleClip({ framesPerSecond: 120 })],
  ])('when it is %s (IG User Media reference, Reel specifications)', async (_name, video) => {
    const other = await mediaHost(video());
    const connected = await connect();
    const { id } = (await contain(connected, { video_url: `${other.url}/clip.mp4` })).json;
    expect((await settled(connected, id)).json).toMatchObject({
      status_code: 'ERROR',
      status: expect.stringContaining('2207026'),
    });
    other.close();
  });
});
