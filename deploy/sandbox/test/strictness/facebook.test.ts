import { credentials } from '../../src/credentials.ts';
import { sampleClip } from '../../src/social/sample-clip.ts';
import type { RunningSandbox } from '../../src/start.ts';
import { type ConnectedPage, facebookCalls, facebookQuery, facebookScopes } from '../facebook-calls.ts';
import { call, clip, consent, form, redirectUri, setKnobs, startOwn } from '../social.ts';
import { from, type Rejection, rejections } from './rejections.ts';

let sandbox: RunningSandbox;
const { authorize, connect, exchange, finish, get, graph, lengthen, start, status, upload, uploaded } = facebookCalls(
  () => sandbox,
);
beforeAll(async () => {
  sandbox = await startOwn();
});
afterAll(() => sandbox.close());
const usual = {
  processingMs: 30,
  reelsPerDay: 1000,
  paused: false,
  shortTokenSeconds: 5400,
  longTokenSeconds: 5_183_944,
  codeSeconds: 600,
};
beforeEach(() => setKnobs(sandbox, 'facebook', usual));

const { appId, appSecret } = credentials.facebook;
const graphError = (code: number, subcode?: number): object => ({
  error: { code, type: expect.any(String), fbtrace_id: expect.any(String), ...(subcode && { error_subcode: subcode }) },
});
const knobs = (changed: object) => setKnobs(sandbox, 'facebook', changed);
const code = async () => (await authorize({ account: 'ada.marlow', ...facebookScopes })).get('code') ?? '';
const shortToken = async (): Promise<string> => (await exchange(await code())).json.access_token;

const page = (what: string, differing: Record<string, string>): Omit<Rejection, 'source'> => ({
  what,
  send: () => call(`${graph()}/dialog/oauth?${new URLSearchParams({ ...facebookQuery, ...differing })}`),
  status: 400,
});
const exchanged = (what: string, differing: Record<string, string>, is: number, subcode?: number) => ({
  what,
  send: async () => exchange(await code(), differing),
  status: 400,
  body: graphError(is, subcode),
});
const phase = async (fields: Record<string, string>, connected?: ConnectedPage) => {
  const { page: id, token } = connected ?? (await connect());
  return call(`${graph()}/${id}/video_reels`, form({ access_token: token, ...fields }));
};
const bytes = (
  what: string,
  headers: Record<string, string>,
  [statusCode, type, retriable]: [number, string, boolean],
): Omit<Rejection, 'source'> => ({
  what,
  send: async () => {
    const connected = await connect();
    return upload((await start(connected)).json.upload_url, connected.token, clip, headers);
  },
  status: statusCode,
  body: { debug_info: { type, retriable } },
});
const finished = (what: string, fields: Record<string, string>, is: number): Omit<Rejection, 'source'> => ({
  what,
  send: async () => {
    const connected = await connect();
    return finish(connected, await uploaded(connected), fields);
  },
  status: 400,
  body: graphError(is),
});
/** Without one of the permissions. */
const without = (scope: string) =>
  Object.fromEntries(Object.entries(facebookScopes).filter(([name]) => !name.endsWith(scope)));

const plays = { metric: 'fb_reels_total_plays' };
const insights = (
  what: string,
  fields: Record<string, string>,
  [statusCode, is, subcode]: [number, number, number?],
  { scopes = facebookScopes, asUser = false } = {},
): Omit<Rejection, 'source'> => ({
  what: `insights of a reel with ${what}`,
  send: async () => {
    const connected = await connect('ada.marlow', scopes);
    const id = await uploaded(await connect());
    return get(`/${id}/video_insights`, { ...fields, access_token: asUser ? connected.user : connected.token });
  },
  status: statusCode,
  body: graphError(is, subcode),
});

rejections([
  ...from('Facebook Login, Manually build a login flow', [
    page('an unknown app', { client_id: '1' }),
    page('an unknown permission', { scope: 'pages_show_list,publish_actions' }),
    page('a redirect to plain http on another host', { redirect_uri: 'http://example.com/callback' }),
    page('the token flow', { response_type: 'token' }),
    exchanged('a code with another redirect_uri', { redirect_uri: `${redirectUri}/` }, 100, 36008),
    exchanged('a wrong secret', { client_secret: 'wrong' }, 1),
    exchanged('another app', { client_id: '1' }, 101),
    exchanged('a code it did not issue', { code: 'AQmadeup' }, 100, 36009),
    exchanged('no code', { code: '' }, 100),
    exchanged('an unknown grant type', { grant_type: 'password' }, 100),
    {
      what: 'a code a second time',
      send: async () => {
        const once = await code();
        await exchange(once);
        return exchange(once);
      },
      status: 400,
      body: graphError(100, 36009),
    },
    {
      what: 'an expired code',
      send: async () => {
        await knobs({ codeSeconds: 0 });
        return exchange(await code());
      },
      status: 400,
      body: graphError(100, 36009),
    },
  ]),
  ...from('Facebook Login, Long-lived access tokens', [
    { what: 'to lengthen no token', send: () => lengthen(''), status: 400, body: graphError(100) },
    { what: 'to lengthen an unknown token', send: () => lengthen('EAAnone'), status: 401, body: graphError(190) },
    {
      what: 'to lengthen an expired token',
      send: async () => {
        await knobs({ shortTokenSeconds: 0 });
        return lengthen(await shortToken());
      },
      status: 400,
      body: graphError(190, 463),
    },
    {
      what: 'to lengthen the token of a Page',
      send: async () => lengthen((await connect()).token),
      status: 400,
      body: graphError(100),
    },
  ]),
  ...from('Graph API, Handle errors: access token errors', [
    { what: 'a call without a token', send: () => get('/me'), status: 400, body: graphError(2500) },
    {
      what: 'a malformed token',
      send: () => get('/me', { access_token: 'garbage' }),
      status: 401,
      body: graphError(190),
    },
    {
      what: 'an expired token',
      send: async () => {
        await knobs({ shortTokenSeconds: 0 });
        return get('/me', { access_token: await shortToken() });
      },
      status: 400,
      body: graphError(190, 463),
    },
    {
      what: 'the Page token of a person who removed the app',
      send: async () => {
        const { user, page: id, token } = await connect('removes.the.app');
        await call(`${graph()}/me/permissions?access_token=${user}`, { method: 'DELETE' });
        return get(`/${id}`, { access_token: token });
      },
      status: 400,
      body: graphError(190, 458),
    },
  ]),
  ...from('Graph API, Secure calls: appsecret_proof', [
    {
      what: 'a proof that is wrong',
      send: async () => get('/me', { access_token: (await connect()).user, appsecret_proof: '00' }),
      status: 400,
      body: graphError(100),
    },
  ]),
  ...from('Graph API, Overview and Versioning', [
    {
      what: 'an unknown field',
      send: async () => get('/me', { access_token: (await connect()).user, fields: 'id,shoe_size' }),
      status: 400,
      body: graphError(100),
    },
    {
      what: 'a malformed fields list',
      send: async () => get('/me', { access_token: (await connect()).user, fields: 'id,accounts{id' }),
      status: 400,
      body: graphError(100),
    },
    {
      what: 'a version that does not exist yet',
      send: async () => call(`${sandbox.origins.server('facebook')}/v99.0/me?access_token=${(await connect()).user}`),
      status: 400,
      body: graphError(2500),
    },
    {
      what: 'an unknown path',
      send: async () => phaseless(await connect(), 'videos'),
      status: 400,
      body: graphError(2500),
    },
    {
      what: 'an unknown object',
      send: async () => get('/123', { access_token: (await connect()).token }),
      status: 400,
      body: graphError(100, 33),
    },
    {
      what: 'to inspect without a token',
      send: () => get('/debug_token', { access_token: `${appId}|${appSecret}` }),
      status: 400,
      body: graphError(100),
    },
  ]),
  ...from('Reels Publishing API, Requirements', [
    {
      what: 'a reel with the token of a person',
      send: async () => {
        const connected = await connect();
        return start({ ...connected, token: connected.user });
      },
      status: 400,
      body: graphError(210),
    },
    {
      what: 'a reel without the CREATE_CONTENT task',
      send: async () => start(await connect('ada.marlow', facebookScopes, 2)),
      status: 403,
      body: graphError(200),
    },
    {
      what: 'a reel without pages_manage_posts',
      send: async () => start(await connect('ada.marlow', without('pages_manage_posts'))),
      status: 403,
      body: graphError(200),
    },
    {
      what: 'a reel for another person’s Page',
      send: async () => start({ ...(await connect()), page: (await connect('nico.bianchi')).page }),
      status: 400,
      body: graphError(100, 33),
    },
    { what: 'no phase', send: () => phase({}), status: 400, body: graphError(100) },
    {
      what: 'an unknown phase',
      send: () => phase({ upload_phase: 'transfer' }),
      status: 400,
      body: graphError(100),
    },
  ]),
  ...from('Reels Publishing API, Upload the video; its answers are observed', [
    bytes('an upload without OAuth', { authorization: 'Bearer x' }, [400, 'NotAuthorizedError', false]),
    bytes('an upload with another token', { authorization: 'OAuth nonsense' }, [400, 'NotAuthorizedError', false]),
    bytes('an upload without offset', { offset: '' }, [400, 'ParameterValidationError', false]),
    bytes('an upload without file_size', { file_size: 'many' }, [400, 'ParameterValidationError', false]),
    bytes('another offset than the stored one', { offset: '7' }, [412, 'OffsetInvalidError', true]),
    bytes('fewer bytes than file_size', { file_size: String(clip.length + 5) }, [400, 'PartialRequestError', true]),
    bytes('more bytes than file_size', { file_size: '5' }, [400, 'ParameterValidationError', false]),
    bytes('a file_url that can not be fetched', { file_url: 'http://127.0.0.1:9/none.mp4' }, [
      422,
      'FileUrlProcessingError',
      false,
    ]),
  ]),
  ...from('Reels Publishing API, Publish the reel', [
    finished('no state', { video_state: '' }, 100),
    finished('an unknown state', { video_state: 'LIVE' }, 100),
    finished('another video', { video_id: '1' }, 100),
    finished('no video', { video_id: '' }, 100),
    finished('an invalid flag', { is_ai_generated: 'perhaps' }, 100),
    finished('a scheduled reel without a time', { video_state: 'SCHEDULED' }, 100),
    finished('a time too near', { video_state: 'SCHEDULED', scheduled_publish_time: '1' }, 100),
    finished('a time too far', { video_state: 'SCHEDULED', scheduled_publish_time: '4102444800' }, 100),
    {
      what: 'a reel without its bytes',
      send: async () => {
        const connected = await connect();
        return finish(connected, (await start(connected)).json.video_id);
      },
      status: 400,
      body: graphError(6000),
    },
    {
      what: 'a reel with half of its bytes',
      send: async () => {
        const connected = await connect();
        const { video_id: id, upload_url: url } = (await start(connected)).json;
        await upload(url, connected.token, clip.subarray(0, 1000), { file_size: String(clip.length) });
        return finish(connected, id);
      },
      status: 400,
      body: graphError(6000),
    },
    {
      what: 'the same reel a second time',
      send: async () => {
        const connected = await connect();
        const id = await uploaded(connected);
        await finish(connected, id);
        return finish(connected, id);
      },
      status: 400,
      body: graphError(506),
    },
    {
      what: 'the thirty-first reel of a day',
      send: async () => {
        await knobs({ reelsPerDay: 0 });
        const connected = await connect();
        return finish(connected, await uploaded(connected));
      },
      status: 400,
      body: graphError(613),
    },
    {
      what: 'a reel of someone who is blocked for a while',
      send: async () => {
        await knobs({ paused: true });
        const connected = await connect();
        return finish(connected, await uploaded(connected));
      },
      status: 400,
      body: graphError(368),
    },
    insights('an unknown metric', { metric: 'fb_reels_total_plays,colour' }, [400, 100]),
    insights('no metric', {}, [400, 3001, 1504028]),
    insights('another period', { metric: 'fb_reels_total_plays', period: 'day' }, [400, 100]),
    insights('no read_insights', plays, [403, 200], { scopes: without('read_insights') }),
    insights('the person’s token', plays, [400, 210], { asUser: true }),
    {
      what: 'the insights of another Page’s reel',
      send: async () => {
        const id = await uploaded(await connect());
        return get(`/${id}/video_insights`, { ...plays, access_token: (await connect('nico.bianchi')).token });
      },
      status: 400,
      body: graphError(100, 33),
    },
    {
      what: 'the status of another Page’s reel',
      send: async () => status(await connect('nico.bianchi'), await uploaded(await connect())),
      status: 400,
      body: graphError(100, 33),
    },
  ]),
  ...from('Facebook Login, Permissions: what was not granted', [
    {
      what: 'a Page that was not ticked',
      send: async () => {
        const { page: id } = await connect();
        const back = await consent(sandbox, 'facebook', '/v26.0/dialog/oauth', facebookQuery, {
          account: 'ada.marlow',
          ...facebookScopes,
        });
        const user = (await exchange(back.get('code') ?? '')).json.access_token;
        return get(`/${id}`, { access_token: user, fields: 'name' });
      },
      status: 400,
      body: graphError(100, 33),
    },
    {
      what: 'to list a Page’s reels without pages_read_engagement',
      send: async () => {
        const { page: id, token } = await connect('ada.marlow', without('pages_read_engagement'));
        return get(`/${id}/video_reels`, { access_token: token });
      },
      status: 403,
      body: graphError(10),
    },
  ]),
]);

describe('what is accepted at finish and fails in processing', () => {
  it.each<[string, () => Buffer]>([
    ['under 3 seconds', () => sampleClip({ seconds: 2 })],
    ['over 90 seconds', () => sampleClip({ seconds: 91 })],
    ['in landscape', () => sampleClip({ width: 1920, height: 1080 })],
    ['smaller than 540 × 960', () => sampleClip({ width: 360, height: 640 })],
    ['at twelve frames a second', () => sampleClip({ framesPerSecond: 12 })],
    ['that is no video', () => Buffer.from('not a video at all')],
  ])('is a video %s (Reels Publishing API, Reel specifications)', async (_name, video) => {
    await knobs({ processingMs: 0 });
    const connected = await connect();
    const id = await uploaded(connected, video());
    expect((await finish(connected, id)).json.success).toBe(true);
    expect((await status(connected, id)).json.status).toMatchObject({
      video_status: 'error',
      processing_phase: { status: 'error' },
    });
  });
});

const phaseless = ({ page: id, token }: ConnectedPage, edge: string) =>
  call(`${graph()}/${id}/${edge}`, form({ access_token: token }));
