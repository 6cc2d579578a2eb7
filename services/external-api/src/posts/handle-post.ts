import { randomUUID } from 'node:crypto';
import { AppError } from '@reelwright/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { holdKey } from '../idempotency/hold-key.ts';
import {
  type Claim,
  claimKey,
  fingerprintOf,
  fixContent,
  type KnownAnswer,
  keepAnswer,
  releaseKey,
  requireSameContent,
} from '../idempotency/idempotency.ts';
import { type Partner, requirePartner } from '../partners/partner.ts';
import { readBody } from '../uploads/read-body.ts';
import { type UploadDeps, videoReceiver } from '../uploads/receive-video.ts';
import type { VideoFetcher } from '../video-urls/video-fetcher.ts';
import { type CarryOutDeps, carryOutPost } from './carry-out-post.ts';
import { answerOf, type PostAnswer } from './post-answer.ts';
import { type Platform, readPostRequest } from './post-request.ts';

export interface HandlePostDeps extends CarryOutDeps, UploadDeps {
  readonly fetcher: VideoFetcher;
  /** How often the idempotency key of a running request is renewed. */
  readonly keyHeartbeatMs: number;
}

export interface Handled {
  readonly status: number;
  readonly answer: PostAnswer;
  /** The answer was given before; nothing was posted this time. */
  readonly replayed: boolean;
}

/** One request to post, from its first byte to its answer. */
export async function handlePost(
  deps: HandlePostDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  only?: Platform,
): Promise<Handled> {
  const partner = requirePartner(request);
  const claimed = await claimFor(deps, request, partner);
  const known = claimed && 'answer' in claimed ? claimed : undefined;
  const claim = claimed && 'requestId' in claimed ? claimed : undefined;
  const held = claim && holdKey(deps.db, claim, { everyMs: deps.keyHeartbeatMs, logger: request.log });
  const videos = videoReceiver(deps, partner, reply, known !== undefined);
  let begun = false;

  async function readRequest() {
    const { fields, video } = await readBody(request, videos.open);
    const post = readPostRequest(fields, video !== undefined, only);
    const fingerprint = fingerprintOf({ ...post, platforms: [...post.platforms].sort() }, video?.sha256);
    return { post, fingerprint, mediaKey: video?.mediaKey };
  }

  async function tidyUp(): Promise<void> {
    await held?.letGo();
    if (!begun) await videos.takeBack();
    if (claim) await releaseKey(deps.db, claim);
  }

  try {
    const { post, fingerprint, mediaKey } = await readRequest();
    if (known) {
      requireSameContent(known.fingerprint, fingerprint);
      return { status: known.status, answer: known.answer as PostAnswer, replayed: true };
    }
    if (claim?.fingerprint) requireSameContent(claim.fingerprint, fingerprint);
    const outcomes = await carryOutPost(deps, {
      partner,
      requestId: claim?.requestId ?? randomUUID(),
      post,
      mediaKey,
      lost: held?.lost,
      async fetchVideo(url) {
        const video = await deps.fetcher.fetch(url, videos.open);
        return video.mediaKey;
      },
      async begin() {
        if (claim) await fixContent(deps.db, claim, fingerprint);
        begun = true;
      },
    });
    const { status, answer } = answerOf(outcomes);
    if (claim) {
      await held?.letGo();
      const isFinal = outcomes.every(({ kind }) => kind !== 'unknown');
      await (isFinal ? keepAnswer(deps.db, claim, status, answer) : releaseKey(deps.db, claim));
    }
    return { status, answer, replayed: false };
  } catch (error) {
    await tidyUp().catch((cause: unknown) => request.log.warn({ err: cause }, 'not tidied up; the leases will end'));
    throw error;
  }
}

async function claimFor(
  { db }: HandlePostDeps,
  request: FastifyRequest,
  partner: Partner,
): Promise<Claim | KnownAnswer | undefined> {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new AppError('INVALID_ARGUMENT', 'VALIDATION_FAILED', 'Idempotency-Key: 1 to 200 visible ASCII characters');
  }
  const [route = ''] = request.url.split('?');
  return claimKey(db, { partner, route, key });
}
