import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Sandbox } from '../core/sandbox.ts';
import { downloadsOf } from '../social/downloads.ts';
import { rateWindow } from '../social/rate-window.ts';
import { type Account, accountFor, privacyOptions } from './accounts.ts';
import { envelope, invalidToken, tiktokError } from './errors.ts';
import type { Grant, Grants } from './grants.ts';
import type { TiktokKnobs } from './knobs.ts';
import { checkFields, postOf } from './post-info.ts';
import type { Publication, Publications } from './publications.ts';
import { maxBytes, sourceOf } from './source-info.ts';
import type { UrlProperties } from './url-properties.ts';

/** The Content Posting API and the profile read. */
export function addPosting(
  app: FastifyInstance,
  sandbox: Sandbox,
  knobs: TiktokKnobs,
  grants: Grants,
  publications: Publications,
  properties: UrlProperties,
): void {
  const { store, chaos, clock, origins, media } = sandbox;
  const mayCall = rateWindow(60_000, () => clock.real().getTime());

  const callerOf = (
    request: FastifyRequest,
    scopes: readonly string[],
    limit?: number,
  ): { grant: Grant; account: Account; token: string } => {
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const grant = grants.byToken(token, 'access');
    if (grant && chaos.strikes('tiktok', 'revokedToken', grant.id)) {
      request.fault = 'revokedToken';
      grants.revoke(grant);
      throw invalidToken();
    }
    const account = grant && accountFor(store, grant.accountId);
    if (!grant || !account) throw invalidToken();
    if (scopes.length > 0 && !scopes.some((scope) => grant.scopes.includes(scope))) {
      throw tiktokError(
        401,
        'scope_not_authorized',
        `The user did not authorize the scope required: ${scopes.join(' or ')}.`,
      );
    }
    if (limit !== undefined && !mayCall(`${token} ${request.url}`, limit)) {
      throw tiktokError(429, 'rate_limit_exceeded', 'The API rate limit was exceeded. Please try again later.');
    }
    return { grant, account, token };
  };

  /** The reason why this creator can't post now, if there is one. */
  const obstacle = (account: Account): [string, string] | undefined => {
    const { postsPerDay, audited, unauditedCreators } = knobs.get();
    if (account.isBanned) return ['spam_risk_user_banned_from_posting', 'The user is banned from making new posts.'];
    if (publications.postedToday(account.id) >= postsPerDay)
      return ['spam_risk_too_many_posts', 'The daily post cap from the API is reached for the current user.'];
    if (audited) return undefined;
    const creators = publications.creatorsToday();
    if (!creators.has(account.id) && creators.size >= unauditedCreators) {
      return ['reached_active_user_cap', 'The daily quota for active publishing users from your client is reached.'];
    }
    return undefined;
  };

  app.post('/v2/post/publish/creator_info/query/', async (request) => {
    const { account } = callerOf(request, ['video.publish'], knobs.get().creatorInfosPerMinute);
    const blocked = obstacle(account);
    // TikTok documents HTTP 200 for these.
    if (blocked) return envelope({}, ...blocked);
    return envelope({
      creator_avatar_url: `${origins.browser('tiktok')}/avatars/${account.id}`,
      creator_username: account.id,
      creator_nickname: account.displayName,
      privacy_level_options: privacyOptions(account),
      comment_disabled: account.commentDisabled,
      duet_disabled: account.duetDisabled || account.isPrivate,
      stitch_disabled: account.stitchDisabled || account.isPrivate,
      max_video_post_duration_sec: account.maxVideoSeconds,
    });
  });

  app.post<{ Body: Record<string, unknown> | undefined }>('/v2/post/publish/video/init/', async (request) => {
    const { account } = callerOf(request, ['video.publish'], knobs.get().initsPerMinute);
    const body = request.body ?? {};
    checkFields(body, ['post_info', 'source_info']);
    const post = postOf(body.post_info, account);
    const source = sourceOf(body.source_info, properties.isVerified);
    const blocked = obstacle(account);
    if (blocked) throw tiktokError(403, ...blocked);
    if (!knobs.get().audited && (!account.isPrivate || post.privacyLevel !== 'SELF_ONLY')) {
      throw tiktokError(
        403,
        'unaudited_client_can_only_post_to_private_accounts',
        'Unaudited clients can only post to a private account.',
      );
    }
    return begun(publications.begin({ accountId: account.id, kind: 'direct', ...post, source }));
  });

  app.post<{ Body: Record<string, unknown> | undefined }>('/v2/post/publish/inbox/video/init/', async (request) => {
    const { account } = callerOf(request, ['video.upload'], knobs.get().initsPerMinute);
    const body = request.body ?? {};
    // Clients send post_info here too. It is ignored, because the person chooses in the app.
    checkFields(body, ['source_info', 'post_info']);
    const source = sourceOf(body.source_info, properties.isVerified);
    if (account.isBanned)
      throw tiktokError(403, 'spam_risk_user_banned_from_posting', 'The user is banned from making new posts.');
    if (publications.pendingToday(account.id) >= knobs.get().pendingPerDay) {
      throw tiktokError(
        403,
        'spam_risk_too_many_pending_share',
        'There are too many uploads waiting in the user’s inbox.',
      );
    }
    const draft = { title: '', privacyLevel: 'SELF_ONLY', isAigc: false };
    return begun(publications.begin({ accountId: account.id, kind: 'inbox', ...draft, source }));
  });

  const begun = (publication: Publication): object => {
    if (publication.source.source === 'PULL_FROM_URL') {
      download(publication);
      return envelope({ publish_id: publication.id });
    }
    const query = new URLSearchParams({ upload_id: publication.id, upload_token: publication.uploadToken });
    return envelope({ publish_id: publication.id, upload_url: `${origins.server('tiktok')}/video/?${query}` });
  };

  const download = ({ id, source }: Publication): void => {
    if (source.source !== 'PULL_FROM_URL') return;
    downloadsOf(sandbox).begin(id, source.url, maxBytes, (pulled) => {
      const present = publications.get(id);
      if (!present || present.failReason !== null || present.committedAt !== null) return;
      if (typeof pulled === 'string') publications.fail(present, 'video_pull_failed');
      else publications.commit(present, pulled);
    });
  };

  const ownPublication = (request: FastifyRequest, account: Account): Publication => {
    const id = (request.body as Record<string, unknown> | undefined)?.publish_id;
    const publication = typeof id === 'string' ? publications.get(id) : undefined;
    if (!publication) throw tiktokError(400, 'invalid_publish_id', 'The publish_id does not exist.');
    if (publication.accountId !== account.id) {
      throw tiktokError(
        400,
        'token_not_authorized_for_specified_publish_id',
        'The access_token does not have authorization for the publish_id.',
      );
    }
    return publication;
  };

  app.post('/v2/post/publish/status/fetch/', async (request, reply) => {
    const { account } = callerOf(request, ['video.publish', 'video.upload'], knobs.get().statusesPerMinute);
    const publication = ownPublication(request, account);
    const status = publications.status(publication);
    // A download that a restart interrupted begins again.
    if (status === 'PROCESSING_DOWNLOAD') download(publication);
    const bytes = media.size(publication.mediaId);
    const isOut = status === 'PUBLISH_COMPLETE' && publication.privacyLevel === 'PUBLIC_TO_EVERYONE';
    const data = {
      status,
      ...(status === 'FAILED' ? { fail_reason: publication.failReason ?? 'internal' } : {}),
      publicaly_available_post_id: isOut ? ['@post'] : [],
      ...(publication.source.source === 'FILE_UPLOAD' ? { uploaded_bytes: bytes } : { downloaded_bytes: bytes }),
    };
    // The ids are int64 in the JSON text, too long for a double.
    return reply
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(envelope(data)).replace('"@post"', publication.postId));
  });

  app.post('/v2/post/publish/cancel/', async (request) => {
    const { account } = callerOf(request, ['video.publish', 'video.upload']);
    const publication = ownPublication(request, account);
    if (publications.status(publication) !== 'PROCESSING_DOWNLOAD') {
      throw tiktokError(400, 'publish_not_cancellable', 'The publishing task can no longer be cancelled.');
    }
    publications.fail(publication, 'publish_cancelled');
    return envelope({});
  });
}
