import { googleCalls, googleError, scopeOf } from '../google-calls.ts';
import { type Running, runSandbox } from '../running.ts';
import type { ApiResponse } from '../social.ts';
import { from, type Rejection, rejections } from './rejections.ts';

const uploadPath = '/upload/youtube/v3/videos?uploadType=resumable';
const quarter = 256 * 1024;
const both = [scopeOf('youtube.upload'), scopeOf('youtube.readonly')];

let sandbox: Running;
let token: string;
const { api, chunk, grant, start } = googleCalls(() => sandbox);
beforeAll(async () => {
  sandbox = await runSandbox();
  token = await grant('youtube', both);
});
afterAll(() => sandbox.end());
beforeEach(() => settings({ uploadsPerDay: 1000, unitsPerDay: 10_000, uploadsPerChannel: 1000 }));

const settings = (change: object) =>
  fetch(`${sandbox.origins.server('console')}/api/youtube/settings`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(change),
  });
const insert = (
  { snippet = {}, status = {}, ...more }: { snippet?: object; status?: object; [section: string]: unknown } = {},
  { part = 'snippet,status', bearer = token, size = 1000, headers = {} as Record<string, string> } = {},
): Promise<ApiResponse> => {
  const body = {
    snippet: { title: 'Glass, slowly', categoryId: '22', ...snippet },
    status: { privacyStatus: 'private', ...status },
    ...more,
  };
  return start(`${uploadPath}${part && `&part=${part}`}`, bearer, body, size, headers);
};
const rejected = (what: string, snippet: object, reason: string, status = {}): Omit<Rejection, 'source'> => ({
  what,
  send: () => insert({ snippet, status }),
  status: 400,
  body: googleError(400, reason),
});

const report = (
  what: string,
  differing: Record<string, string>,
  status: number,
  reason: string,
  scopes = [scopeOf('yt-analytics.readonly'), scopeOf('youtube.readonly')],
): Omit<Rejection, 'source'> => ({
  what: `a report ${what}`,
  send: async () => {
    const usual = {
      ids: 'channel==MINE',
      startDate: '2026-01-01',
      endDate: '2026-12-31',
      metrics: 'estimatedMinutesWatched',
      dimensions: 'video',
      filters: 'video==abc',
      maxResults: '50',
      sort: '-estimatedMinutesWatched',
    };
    return api(`/v2/reports?${new URLSearchParams({ ...usual, ...differing })}`, await grant('youtube', scopes));
  },
  status,
  body: googleError(status, reason),
});

rejections([
  ...from('YouTube Data API, Errors: videos.insert', [
    rejected('an empty title', { title: ' ' }, 'invalidTitle'),
    rejected('a title over 100 characters', { title: 'a'.repeat(101) }, 'invalidTitle'),
    rejected('a title with < or >', { title: 'I <3 it' }, 'invalidTitle'),
    rejected('a description over 5000 bytes', { description: 'é'.repeat(2501) }, 'invalidDescription'),
    rejected('a description with < or >', { description: 'a -> b' }, 'invalidDescription'),
    rejected('tags over 500 characters', { tags: Array.from({ length: 51 }, () => 'ninechars') }, 'invalidTags'),
    rejected('tags over 500 characters with their quotes', { tags: [`a ${'b'.repeat(497)}`] }, 'invalidTags'),
    rejected('a tag with < or >', { tags: ['<b>'] }, 'invalidTags'),
    rejected('an unknown category', { categoryId: '99' }, 'invalidCategoryId'),
    rejected('a publish time for a public video', {}, 'invalidPublishAt', {
      privacyStatus: 'public',
      publishAt: '2100-01-01T00:00:00Z',
    }),
    rejected('a publish time in the past', {}, 'invalidPublishAt', { publishAt: '2020-01-01T00:00:00Z' }),
    rejected('an invalid publish time', {}, 'invalidPublishAt', { publishAt: 'tomorrow' }),
    {
      what: 'a video without its bytes',
      send: () => api('/youtube/v3/videos?part=snippet', token, 'POST', { snippet: { title: 'a' } }),
      status: 400,
      body: googleError(400, 'mediaBodyRequired'),
    },
    {
      what: 'an upload of no bytes',
      send: () => insert({}, { size: 0 }),
      status: 400,
      body: googleError(400, 'mediaBodyRequired'),
    },
    {
      what: 'more uploads than the channel may make in a day',
      send: async () => {
        await settings({ uploadsPerChannel: 0 });
        return insert();
      },
      status: 400,
      body: googleError(400, 'uploadLimitExceeded', { errors: [{ domain: 'youtube.video' }] }),
    },
    {
      what: 'a grant of an account without a channel',
      send: async () => insert({}, { bearer: await grant('youtube', both, { email: 'sam.nochannel@example.com' }) }),
      status: 401,
      body: googleError(401, 'youtubeSignupRequired'),
    },
  ]),
  ...from('YouTube Data API, videos resource: property values', [
    rejected('an unknown privacy', {}, 'invalid', { privacyStatus: 'friends' }),
    rejected('a flag that is not a boolean', {}, 'invalid', { containsSyntheticMedia: 'yes' }),
    rejected('an unknown licence', {}, 'invalid', { license: 'mine' }),
    rejected('an unknown field', { hashtags: [] }, 'invalid'),
    rejected('a title that is not text', { title: 7 }, 'invalid'),
    {
      what: 'an unknown section',
      send: () => insert({ shorts: {} }),
      status: 400,
      body: googleError(400, 'invalid', { status: 'INVALID_ARGUMENT' }),
    },
  ]),
  ...from('YouTube Data API, Errors: common request errors', [
    {
      what: 'an upload without part',
      send: () => insert({}, { part: '' }),
      status: 400,
      body: googleError(400, 'missingRequiredParameter'),
    },
    {
      what: 'a section that part does not name',
      send: () => insert({}, { part: 'snippet' }),
      status: 400,
      body: googleError(400, 'unexpectedPart'),
    },
    {
      what: 'an unknown part',
      send: () => insert({}, { part: 'snippet,status,colour' }),
      status: 400,
      body: googleError(400, 'unknownPart'),
    },
    {
      what: 'a list of no videos',
      send: () => api('/youtube/v3/videos?part=status', token),
      status: 400,
      body: googleError(400, 'missingRequiredParameter'),
    },
    {
      what: 'a list of no channels',
      send: () => api('/youtube/v3/channels?part=snippet', token),
      status: 400,
      body: googleError(400, 'missingRequiredParameter'),
    },
  ]),
  ...from('YouTube Data API, Errors: core', [
    {
      what: 'a dead access token',
      send: () => insert({}, { bearer: 'ya29.dead' }),
      status: 401,
      body: googleError(401, 'authError'),
    },
    {
      what: 'uploading with youtube.readonly',
      send: async () => insert({}, { bearer: await grant('youtube', [scopeOf('youtube.readonly')]) }),
      status: 403,
      body: googleError(403, 'insufficientPermissions'),
    },
    {
      what: 'reading with youtube.upload',
      send: async () =>
        api('/youtube/v3/channels?part=snippet&mine=true', await grant('youtube', [scopeOf('youtube.upload')])),
      status: 403,
      body: googleError(403, 'insufficientPermissions'),
    },
    {
      what: 'calls over the day’s units',
      send: async () => {
        await settings({ unitsPerDay: 0 });
        return api('/youtube/v3/channels?part=snippet&mine=true', token);
      },
      status: 403,
      body: googleError(403, 'quotaExceeded'),
    },
  ]),
  {
    what: 'uploads over the day’s bucket, naming the limit',
    send: async () => {
      await settings({ uploadsPerDay: 0 });
      return insert();
    },
    status: 429,
    body: {
      error: {
        errors: [{ domain: 'global', reason: 'rateLimitExceeded' }],
        message: expect.stringContaining("limit 'Video Uploads per day'"),
      },
    },
    source: 'YouTube Data API, Quota costs and revision history of 2026-06-01; the answer is observed',
  },
  {
    what: 'a list of fifty-one videos',
    send: () => api(`/youtube/v3/videos?part=statistics&id=${Array.from({ length: 51 }, (_, at) => `v${at}`)}`, token),
    status: 400,
    body: googleError(400, 'invalidFilters'),
    source: 'Observed',
  },
  ...from('YouTube Analytics API, reports.query and Channel reports: top videos', [
    report('without yt-analytics.readonly', {}, 403, 'insufficientPermissions', [scopeOf('youtube.readonly')]),
    report('without youtube.readonly', {}, 403, 'insufficientPermissions', [scopeOf('yt-analytics.readonly')]),
    report('of another channel', { ids: 'channel==UCother' }, 403, 'forbidden'),
    report('without a channel', { ids: '' }, 400, 'required'),
    report('without metrics', { metrics: '' }, 400, 'required'),
    report('of an unknown metric', { metrics: 'estimatedHoursWatched' }, 400, 'badRequest'),
    report('from a time instead of a date', { startDate: '2026-01-01T00:00:00Z' }, 400, 'invalid'),
    report('that ends before it begins', { endDate: '2000-01-01' }, 400, 'badRequest'),
    report('without the sort of its report', { sort: '' }, 400, 'badRequest'),
    report('of more than 200 rows', { maxResults: '201' }, 400, 'badRequest'),
    report('by an unsupported dimension', { dimensions: 'hour' }, 400, 'badRequest'),
    report('by an unsupported filter', { filters: 'colour==red' }, 400, 'badRequest'),
    report('with an unknown parameter', { colour: 'red' }, 400, 'badRequest'),
  ]),
  ...from('YouTube Data API, videos.delete', [
    {
      what: 'to delete with the right to upload only',
      send: () => api('/youtube/v3/videos?id=none', token, 'DELETE'),
      status: 403,
      body: googleError(403, 'insufficientPermissions'),
    },
    {
      what: 'to delete an unknown video',
      send: async () => api('/youtube/v3/videos?id=none', await grant('youtube', [scopeOf('youtube')]), 'DELETE'),
      status: 404,
      body: googleError(404, 'videoNotFound'),
    },
    {
      what: 'to delete the video of another channel',
      send: async () => {
        const video = await chunk(await insert({}, { size: 10 }), 'bytes 0-9/10', new Uint8Array(10));
        const other = await grant('youtube', [scopeOf('youtube')], {
          email: 'nico.bianchi@example.com',
          channel: 'Nico Bianchi',
        });
        return api(`/youtube/v3/videos?id=${video.json.id}`, other, 'DELETE');
      },
      status: 403,
      body: googleError(403, 'forbidden'),
    },
  ]),
  ...from('YouTube Data API, Resumable uploads', [
    {
      what: 'a file of another type',
      send: () => insert({}, { headers: { 'x-upload-content-type': 'image/png' } }),
      status: 400,
      body: googleError(400, 'badContent'),
    },
    {
      what: 'a chunk that is not a multiple of 256 KiB',
      send: async () =>
        chunk(await insert({}, { size: quarter * 2 }), `bytes 0-99/${quarter * 2}`, new Uint8Array(100)),
      status: 400,
    },
    {
      what: 'a chunk after a gap',
      send: async () =>
        chunk(
          await insert({}, { size: quarter * 2 }),
          `bytes ${quarter}-${quarter * 2 - 1}/${quarter * 2}`,
          new Uint8Array(quarter),
        ),
      status: 400,
    },
    {
      what: 'an unknown session',
      send: () => api(`${uploadPath}&upload_id=none`, token, 'PUT', 'x'),
      status: 404,
    },
  ]),
]);
