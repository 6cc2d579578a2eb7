import { randomUUID } from 'node:crypto';
import { AppError } from '@reelwright/errors';
import { readerOf } from '@reelwright/http-server';
import type { Platform } from '@reelwright/product';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PartnerPostRow } from '../database.ts';
import {
  type Claim,
  claimKey,
  fingerprintOf,
  type KnownRequest,
  markAnswered,
  releaseKey,
  requireSameContent,
  saveFingerprint,
} from '../idempotency/idempotency.ts';
import { renewKey } from '../idempotency/renew-key.ts';
import { type Partner, requirePartner } from '../partners/partner.ts';
import { readBody } from '../uploads/read-body.ts';
import { type UploadDeps, videoReceiver } from '../uploads/receive-video.ts';
import type { VideoFetcher } from '../video-urls/video-fetcher.ts';
import { getPosts } from './post.repository.ts';
import { answerOf, isOpen, type PostAnswer } from './post-answer.ts';
import { readPostRequest } from './post-request.ts';
import { type PostToPlatformsDeps, postToPlatforms } from './post-to-platforms.ts';
import { readPreferences } from './preferences.ts';

export interface HandlePostDeps extends PostToPlatformsDeps, UploadDeps {
  readonly fetcher: VideoFetcher;
  /** The longest wait of a request for its posts. */
  readonly waitMs: number;
  /** How often the idempotency key of a running request is renewed. */
  readonly keyHeartbeatMs: number;
}

export interface Handled {
  readonly code: 200 | 202 | 500;
  readonly answer: PostAnswer;
  /** Whether the request was answered before and nothing was posted now. */
  readonly replayed: boolean;
  readonly preferenceApplied: string;
  readonly retryAfterSeconds: number | undefined;
}

/** Handles one request to post, from its first byte to its answer. */
export async function handlePost(
  deps: HandlePostDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  only?: Platform,
): Promise<Handled> {
  const partner = requirePartner(request);
  const claimed = await claimFor(deps, request, partner);
  const known = claimed && !('token' in claimed) ? claimed : undefined;
  const claim = claimed && 'token' in claimed ? claimed : undefined;
  const preferences = readPreferences(request.headers.prefer, known ? 0 : deps.waitMs);
  const held = claim && renewKey(deps.db, claim, { everyMs: deps.keyHeartbeatMs, logger: request.log });
  const videos = videoReceiver(deps, partner, reply, known !== undefined);
  let begun = false;

  async function readRequest() {
    const { fields, video } = await readBody(request, videos.open);
    const post = readPostRequest(fields, video !== undefined, only);
    if (video?.rejection) throw video.rejection;
    const fingerprint = fingerprintOf({ ...post, platforms: [...post.platforms].sort() }, video?.sha256);
    return { post, fingerprint, mediaKey: video?.mediaKey };
  }

  function handled(requestId: string, rows: readonly PartnerPostRow[]): Handled {
    const { code, answer, retryAfterSeconds } = answerOf(requestId, rows, {
      now: deps.clock.now(),
      reader: readerOf(request),
    });
    return {
      code: preferences.async && answer.status === 'processing' ? 202 : code,
      answer,
      replayed: known !== undefined,
      preferenceApplied: preferences.applied.join(', '),
      retryAfterSeconds,
    };
  }

  async function cleanUp(): Promise<void> {
    await held?.stop();
    if (!begun) await videos.discard();
    if (claim) await releaseKey(deps.db, claim);
  }

  try {
    const { post, fingerprint, mediaKey } = await readRequest();
    if (known) {
      requireSameContent(known.fingerprint, fingerprint);
      return handled(known.requestId, await getPosts(deps.db, { requestId: known.requestId, userId: partner.userId }));
    }
    if (claim?.fingerprint) requireSameContent(claim.fingerprint, fingerprint);
    const requestId = claim?.requestId ?? randomUUID();
    const rows = await postToPlatforms(deps, {
      partner,
      requestId,
      post,
      mediaKey,
      waitMs: preferences.waitMs,
      lost: held?.lost,
      async fetchVideo(url) {
        const video = await deps.fetcher.fetch(url, videos.open);
        return video.mediaKey;
      },
      async begin() {
        if (claim) await saveFingerprint(deps.db, claim, fingerprint);
        begun = true;
      },
    });
    if (claim) {
      await held?.stop();
      await (rows.some(isOpen) ? releaseKey(deps.db, claim) : markAnswered(deps.db, claim));
    }
    return handled(requestId, rows);
  } catch (error) {
    await cleanUp().catch((cause: unknown) =>
      request.log.warn({ err: cause }, 'the cleanup of a refused request failed; its leases will expire'),
    );
    throw error;
  }
}

async function claimFor(
  { db, clock }: HandlePostDeps,
  request: FastifyRequest,
  partner: Partner,
): Promise<Claim | KnownRequest | undefined> {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new AppError(
      'INVALID_ARGUMENT',
      'VALIDATION_FAILED',
      'Idempotency-Key must have 1 to 200 visible ASCII characters.',
    );
  }
  const [route = ''] = request.url.split('?');
  return claimKey(db, { partner, route, key }, clock.real());
}
