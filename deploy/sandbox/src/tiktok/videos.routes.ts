import type { FastifyInstance } from 'fastify';
import type { Sandbox } from '../core/sandbox.ts';
import { audienceOf } from '../social/audience.ts';
import { rateWindow } from '../social/rate-window.ts';
import { envelope, invalidToken, tiktokError } from './errors.ts';
import type { Grants } from './grants.ts';
import type { TiktokKnobs } from './knobs.ts';
import type { Publications } from './publications.ts';

const mostIds = 20;
const known = [
  'id',
  'create_time',
  'cover_image_url',
  'share_url',
  'video_description',
  'duration',
  'height',
  'width',
  'title',
  'embed_html',
  'embed_link',
  'like_count',
  'comment_count',
  'share_count',
  'view_count',
];
const invalid = (message: string) => tiktokError(400, 'invalid_params', message);

/**
 * `POST /v2/video/query/?fields=…` `{filters: {video_ids}}`: public videos of the person who gave the token. Ids of
 * others, and videos that are not public, are left out.
 */
export function addVideos(
  app: FastifyInstance,
  { chaos, clock, origins }: Sandbox,
  knobs: TiktokKnobs,
  grants: Grants,
  publications: Publications,
): void {
  const mayCall = rateWindow(60_000, () => clock.real().getTime());

  app.post<{ Querystring: { fields?: string }; Body: { filters?: { video_ids?: unknown } } | undefined }>(
    '/v2/video/query/',
    async (request) => {
      const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
      const grant = grants.byToken(token, 'access');
      if (grant && chaos.strikes('tiktok', 'revokedToken', grant.id)) {
        request.fault = 'revokedToken';
        grants.revoke(grant);
        throw invalidToken();
      }
      if (!grant) throw invalidToken();
      if (!grant.scopes.includes('video.list'))
        throw tiktokError(401, 'scope_not_authorized', 'The user did not authorize the scope required: video.list.');
      // One limit for the whole app.
      if (!mayCall('video/query', knobs.get().videoQueriesPerMinute))
        throw tiktokError(429, 'rate_limit_exceeded', 'The API rate limit was exceeded. Please try again later.');
      const fields = (request.query.fields ?? '').split(',').filter(Boolean);
      if (fields.length === 0) throw invalid('Fields is required.');
      for (const field of fields) if (!known.includes(field)) throw invalid(`Invalid field: ${field}.`);
      const ids = request.body?.filters?.video_ids;
      if (!Array.isArray(ids) || ids.length === 0 || !ids.every((id) => typeof id === 'string'))
        throw invalid('filters.video_ids is required.');
      if (ids.length > mostIds) throw invalid(`filters.video_ids has more than ${mostIds} ids.`);
      const own = publications
        .all()
        .filter((one) => one.accountId === grant.accountId && ids.includes(one.postId))
        .filter((one) => publications.status(one) === 'PUBLISH_COMPLETE' && one.privacyLevel === 'PUBLIC_TO_EVERYONE');
      const videos = own.map(({ postId, accountId, title, at }) => {
        const { views, likes } = audienceOf(postId, new Date(at), clock.now());
        const url = `${origins.browser('tiktok')}/@${accountId}/video/${postId}`;
        const video: Record<string, unknown> = {
          id: postId,
          create_time: Math.floor(Date.parse(at) / 1000),
          cover_image_url: url,
          share_url: url,
          video_description: title,
          duration: 8,
          height: 1280,
          width: 720,
          title,
          embed_html: '',
          embed_link: url,
          like_count: likes,
          comment_count: 0,
          share_count: 0,
          view_count: views,
        };
        return Object.fromEntries(fields.map((field) => [field, video[field]]));
      });
      return envelope({ videos });
    },
  );
}
