import { closeSync, openSync, readSync } from 'node:fs';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { urlSafeToken } from '../../core/ids.ts';
import type { Medium } from '../../core/media.ts';
import type { Sandbox } from '../../core/sandbox.ts';
import { accountsOf } from '../accounts.ts';
import { googleError } from '../errors.ts';
import { checkFields, select } from '../fields.ts';
import { requireGrant } from '../oauth/access.ts';
import type { Grant, Grants } from '../oauth/grants.ts';
import { scopes } from '../oauth/scopes.ts';
import { addUploads } from '../uploads.ts';
import { namedParts, type VideoMetadata, videoMetadata } from './metadata.ts';
import { quotaOf } from './quota.ts';
import { channelResource, videoResource } from './resource.ts';
import { isProcessed, settingsOf, type Video, videosOf } from './video.ts';

const mayManage = [scopes.youtube, scopes.youtubeForceSsl];
const mayRead = [scopes.youtubeReadonly, ...mayManage];
const mayUpload = [scopes.youtubeUpload, ...mayManage];
/** The processing time when `slowModerationMs` is 0. */
const usualProcessingMs = 2000;
/** The most ids of one videos.list. */
const mostIds = 50;

interface Listing {
  Querystring: { part?: string | string[]; id?: string | string[]; mine?: string; fields?: string };
}
interface Upload {
  channelId: string;
  clientId: string;
  parts: string[];
  metadata: VideoMetadata;
  fields: string | undefined;
}

/** channels.list, videos.list, videos.insert and videos.delete of YouTube v3. */
export function addYouTube(app: FastifyInstance, sandbox: Sandbox, grants: Grants): void {
  const { store, clock, chaos, journal, media, origins } = sandbox;
  const videos = videosOf(store);
  const quota = quotaOf(sandbox);
  const ownerOf = (channelId: string) =>
    accountsOf(store).find(({ channels }) => channels.some(({ id }) => id === channelId));
  const channel = (channelId: string | null) => ownerOf(channelId ?? '')?.channels.find(({ id }) => id === channelId);
  const mine = (grant: Grant) => channel(grant.channelId);

  app.get<Listing>('/youtube/v3/channels', async (request) => {
    const grant = requireGrant(sandbox, grants, request, mayRead);
    quota.takeUnits(grant.clientId, 1);
    const { part, mine: own, id, fields = '*' } = request.query;
    const parts = namedParts(part, [
      'id',
      'snippet',
      'contentDetails',
      'statistics',
      'status',
      'brandingSettings',
      'topicDetails',
      'localizations',
    ]);
    if (own !== 'true' && id === undefined) {
      throw googleError(400, 'missingRequiredParameter', 'No filter selected. Expected one of: id, mine, forHandle', {
        domain: 'youtube.parameter',
      });
    }
    const found = (own === 'true' ? [mine(grant)] : listOf(id).map(channel)).filter((item) => item !== undefined);
    const items = found.map((item) => channelResource(item, ownerOf(item.id), parts, origins.browser('google')));
    return select(page('youtube#channelListResponse', items), fields);
  });

  app.get<Listing>('/youtube/v3/videos', async (request) => {
    const grant = requireGrant(sandbox, grants, request, mayRead);
    quota.takeUnits(grant.clientId, 1);
    const parts = namedParts(request.query.part);
    const ids = listOf(request.query.id);
    if (ids.length === 0)
      throw googleError(400, 'missingRequiredParameter', 'No filter selected. Expected one of: chart, id, myRating', {
        domain: 'youtube.parameter',
      });
    if (ids.length > mostIds)
      throw googleError(400, 'invalidFilters', 'The request specifies an invalid filter parameter.', {
        domain: 'youtube.parameter',
      });
    const visible = ids
      .map(videos.get)
      .filter((video) => video !== undefined && (video.channelId === grant.channelId || video.privacy !== 'private'));
    const items = visible.flatMap((video) =>
      video ? [videoResource(sandbox, video, channel(video.channelId), parts)] : [],
    );
    return select({ ...page('youtube#videoListResponse', items), items }, request.query.fields ?? '*');
  });

  app.delete<Listing>('/youtube/v3/videos', async (request, reply) => {
    const grant = requireGrant(sandbox, grants, request, mayManage);
    quota.takeUnits(grant.clientId, 50);
    const video = videos.get(listOf(request.query.id)[0] ?? '');
    if (!video)
      throw googleError(404, 'videoNotFound', 'The video that you are trying to delete cannot be found.', {
        domain: 'youtube.video',
        location: 'id',
        locationType: 'parameter',
      });
    if (video.channelId !== grant.channelId)
      throw googleError(403, 'forbidden', 'The video that you are trying to delete cannot be deleted.', {
        domain: 'youtube.video',
      });
    videos.delete(video.id);
    media.delete(video.mediaId);
    journal.record({
      provider: 'google',
      act: 'post-deleted',
      account: video.channelId,
      id: video.id,
      key: video.title,
    });
    return reply.code(204).send();
  });

  // Bytes are uploaded at another address.
  app.post('/youtube/v3/videos', async (request) => {
    requireGrant(sandbox, grants, request, mayUpload);
    throw noBytes();
  });

  /** Videos of a channel in the last 24 hours of product time. */
  const uploadedToday = (channelId: string): number =>
    videos.filter((video) => {
      const age = clock.now().getTime() - Date.parse(video.uploadedAt);
      return video.channelId === channelId && age >= 0 && age < 24 * 3_600_000;
    }).length;

  addUploads<Upload>(app, sandbox, {
    method: 'POST',
    path: '/upload/youtube/v3/videos',
    mediaTypes: ['video/*', 'application/octet-stream'],
    begin: (request: FastifyRequest, body, size) => {
      const grant = requireGrant(sandbox, grants, request, mayUpload);
      const own = mine(grant);
      if (!own) {
        throw googleError(401, 'youtubeSignupRequired', 'Unauthorized', {
          domain: 'youtube.header',
          location: 'Authorization',
          locationType: 'header',
        });
      }
      quota.takeUpload(grant.clientId);
      const { part, fields } = request.query as { part?: string; fields?: string };
      checkFields(fields);
      const metadata = videoMetadata(body, part, clock.now());
      if (size === 0) throw noBytes();
      if (uploadedToday(own.id) >= settingsOf(store).uploadsPerChannel) {
        throw googleError(400, 'uploadLimitExceeded', 'The user has exceeded the number of videos they may upload.', {
          domain: 'youtube.video',
        });
      }
      return { channelId: own.id, clientId: grant.clientId, parts: namedParts(part), metadata, fields };
    },
    complete: ({ channelId, clientId, parts, metadata, fields = '*' }, medium) => {
      const slow = chaos.settings('google').slowModerationMs;
      const id = urlSafeToken(9).slice(0, 11);
      const video: Video = videos.put({
        id,
        channelId,
        clientId,
        ...metadata,
        mediaId: medium.id,
        uploadedAt: clock.now().toISOString(),
        processedAt: clock.real().getTime() + (slow > 0 ? slow : usualProcessingMs),
        outcome: outcomeOf(medium, media.path(medium.id), chaos.strikes('google', 'refusal', id)),
      });
      journal.record({
        provider: 'google',
        act: 'post-published',
        account: channelId,
        id: video.id,
        sha256: medium.sha256,
        key: video.title,
        detail: { privacy: video.privacy, containsSyntheticMedia: video.synthetic, description: video.description },
      });
      return select(videoResource(sandbox, video, channel(channelId), parts, video.privacy), fields);
    },
  });
}

function noBytes() {
  return googleError(400, 'mediaBodyRequired', 'The request does not include the video content.', {
    domain: 'youtube.video',
  });
}

/** The result of processing: any file other than MP4 or QuickTime fails. */
function outcomeOf(medium: Medium, path: string, refused: boolean): Video['outcome'] {
  if (medium.size === 0) return { status: 'failed', reason: 'emptyFile' };
  const start = Buffer.alloc(12);
  const file = openSync(path, 'r');
  readSync(file, start);
  closeSync(file);
  if (start.subarray(4, 8).toString('latin1') !== 'ftyp') return { status: 'failed', reason: 'invalidFile' };
  return refused ? { status: 'rejected', reason: 'inappropriate' } : { status: 'processed' };
}

/** A page of results. A list without results has no `items` for channels. */
function page(kind: string, items: readonly object[]): object {
  const pageInfo = { totalResults: items.length, resultsPerPage: 5 };
  return { kind, etag: String(items.length), pageInfo, ...(items.length > 0 ? { items } : {}) };
}

function listOf(value: string | string[] | undefined): string[] {
  return [value ?? []]
    .flat()
    .flatMap((text) => text.split(','))
    .filter(Boolean);
}

/** Whether a video is out: processed, not rejected and not private. */
export function isOut(sandbox: Sandbox, video: Video, privacy: string): boolean {
  return isProcessed(sandbox, video) && video.outcome.status === 'processed' && privacy !== 'private';
}
