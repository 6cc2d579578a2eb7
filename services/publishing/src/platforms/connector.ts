import type { Readable } from 'node:stream';
import type { PostCause } from '@reelwright/product';
import type { ConnectionSettings } from '../database.ts';
import type { Level } from './platform.ts';

/** Data with which a later run can ask the provider about a post: ids, session addresses, offsets. Stored as JSON. */
export type Handle = Readonly<Record<string, unknown>>;

/** The identity of a finished post. */
export interface PostedAs {
  readonly id: string;
  readonly permalink?: string;
  /** When it went out, according to the platform. */
  readonly at?: Date;
}

/** Parses the platform's time of a post, for `PostedAs`; empty if it can't be parsed. */
export function wentOutAt(text: unknown): { at?: Date } {
  const at = new Date(typeof text === 'string' ? text : Number.NaN);
  return Number.isNaN(at.getTime()) ? {} : { at };
}

/**
 * How a step ended.
 * - done: it succeeded. `observe` and `reconcile` give the post's id and link.
 * - pending: the provider is still working; ask again at `at` (product time).
 * - retryable: it can be repeated. From `reconcile`: the commit never reached the provider. `restage`: the staged
 *   copy is lost and has to be made again.
 * - permanent: it will never succeed.
 * - unknown: the call may or may not have had its effect.
 */
export type Outcome =
  | { readonly kind: 'done'; readonly handle?: Handle; readonly posted?: PostedAs }
  | { readonly kind: 'pending'; readonly handle: Handle; readonly at: Date }
  | { readonly kind: 'retryable'; readonly code: PostCause; readonly at?: Date; readonly restage?: boolean }
  | { readonly kind: 'permanent'; readonly code: PostCause }
  | { readonly kind: 'unknown'; readonly handle: Handle; readonly code?: PostCause };

export type Step = 'preflight' | 'stage' | 'commit' | 'observe' | 'reconcile';

/** The bytes of a video. */
export interface Media {
  readonly size: number;
  /** Bytes `start` to `end`, both included. */
  read(start: number, end: number): Promise<Readable>;
}

/** The title of a post without texts. */
export const DEFAULT_TITLE = 'New reel';

/** The input of a step for one post. */
export interface Job {
  readonly level: Level;
  readonly accessToken: string;
  /** Id of the account, channel or Page that the post goes to. */
  readonly accountId: string;
  readonly accountName: string;
  readonly settings: ConnectionSettings;
  readonly title: string;
  readonly caption: string;
  /** A partner's posts are private, on platforms that support it. */
  readonly fromPartner: boolean;
  media(): Promise<Media>;
  /** A public address the platform can fetch the video from. */
  mediaUrl(): Promise<string>;
  /** Product time, for `pending.at` and `retryable.at`. */
  now(): Date;
  /** Real time, for the provider's expiry times. */
  real(): Date;
  /** Saves the progress, so that a restart resumes from it. Throws if the lease is lost. */
  save(handle: Handle): Promise<void>;
  /** Aborted when the process stops or the lease is lost. */
  readonly signal: AbortSignal;
  /** Called immediately before the commit's call. Throws if this process may no longer make it. */
  mayCall(): void;
}

/**
 * Posts to one platform in five steps. `commit` is the one call that makes the post visible: steps before it can be
 * undone, and it is never repeated blindly. A step may throw ProviderRefusal or Unreachable; the table of provider
 * errors maps these to outcomes.
 */
export interface Connector {
  /** How long before the post's time staging may begin, in ms of product time. */
  readonly stageLeadMs: number;
  /** How long a staged copy is valid, in ms of real time. */
  readonly stageLifeMs: number;
  /** Checks whether this account may post this video now. Changes nothing. */
  preflight(job: Job): Promise<Outcome>;
  /** Uploads the copy, up to the last step before it is visible. Resumes from `handle`. */
  stage(job: Job, handle: Handle | undefined): Promise<Outcome>;
  commit(job: Job, handle: Handle): Promise<Outcome>;
  /** Asks how an accepted post is doing. */
  observe(job: Job, handle: Handle): Promise<Outcome>;
  /** Asks whether a commit with an unknown end happened. */
  reconcile(job: Job, handle: Handle): Promise<Outcome>;
  /** Deletes the staged copy at the provider, as far as the provider supports it. */
  discard(job: Job, handle: Handle): Promise<void>;
}

export const done = (handle?: Handle, posted?: PostedAs): Outcome => ({
  kind: 'done',
  ...(handle && { handle }),
  ...(posted && { posted }),
});

/** Ask again in `ms`. */
export const pending = (job: Pick<Job, 'now'>, handle: Handle, ms: number): Outcome => ({
  kind: 'pending',
  handle,
  at: new Date(job.now().getTime() + ms),
});
