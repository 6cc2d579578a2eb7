import type { Readable } from 'node:stream';
import type { CauseCode } from '../causes/causes.ts';
import type { ConnectionSettings } from '../database.ts';
import type { Level } from './platform.ts';

/** What lets a later run ask the provider about a post: ids, session addresses, offsets. Kept as JSON. */
export type Handle = Readonly<Record<string, unknown>>;

/** What a finished post is known by. */
export interface PostedAs {
  readonly id: string;
  readonly permalink?: string;
  /** When it went out, as the platform says. */
  readonly at?: Date;
}

/** When a post went out by the platform's own answer, for `PostedAs`; empty without one that can be read. */
export function wentOutAt(text: unknown): { at?: Date } {
  const at = new Date(typeof text === 'string' ? text : Number.NaN);
  return Number.isNaN(at.getTime()) ? {} : { at };
}

/**
 * How a step ended.
 * - done: it did what it is for. `observe` and `reconcile` say what the post is known by.
 * - pending: the provider is at it; ask again at `at` (product time).
 * - retryable: nothing happened that can't be done again. From `reconcile`: the commit never reached the provider.
 *   `restage`: the staged copy is gone and has to be made again.
 * - permanent: it will never work.
 * - unknown: the call may or may not have had its effect.
 */
export type Outcome =
  | { readonly kind: 'done'; readonly handle?: Handle; readonly posted?: PostedAs }
  | { readonly kind: 'pending'; readonly handle: Handle; readonly at: Date }
  | { readonly kind: 'retryable'; readonly code: CauseCode; readonly at?: Date; readonly restage?: boolean }
  | { readonly kind: 'permanent'; readonly code: CauseCode }
  | { readonly kind: 'unknown'; readonly handle: Handle; readonly code?: CauseCode };

export type Step = 'preflight' | 'stage' | 'commit' | 'observe' | 'reconcile';

/** The bytes of a video. */
export interface Media {
  readonly size: number;
  /** Bytes `start` to `end`, both included. */
  read(start: number, end: number): Promise<Readable>;
}

/** All a step needs to know about one post. */
export interface Job {
  readonly level: Level;
  readonly accessToken: string;
  /** Of the account, channel or Page that is posted to. */
  readonly accountId: string;
  readonly accountName: string;
  readonly settings: ConnectionSettings;
  readonly title: string;
  readonly caption: string;
  /** Partner posts are private where a platform knows privacy, until the partner's own settings say otherwise. */
  readonly fromPartner: boolean;
  media(): Promise<Media>;
  /** A public address the platform can fetch the video from. */
  mediaUrl(): Promise<string>;
  /** Product time, for `pending.at` and `retryable.at`. */
  now(): Date;
  /** Real time, for what the provider lets run out. */
  real(): Date;
  /** Keeps what is known so far, so that a restart resumes instead of beginning again. Throws when the lease is lost. */
  save(handle: Handle): Promise<void>;
  /** Ends when the process stops or the lease is lost. */
  readonly signal: AbortSignal;
  /** Called last before the commit's own call. Throws when this process may no longer make it. */
  mayCall(): void;
}

/**
 * One platform's way of posting, in five steps. Up to `commit` everything can be undone; `commit` is the one call that
 * makes the post happen; after it nothing is repeated. A step may throw ProviderRefusal or Unreachable instead of
 * returning: the catalogue then says what it means.
 */
export interface Connector {
  /** How long before its time staging may begin, in ms of product time. */
  readonly stageLeadMs: number;
  /** How long a staged copy is good, in ms of real time. */
  readonly stageLifeMs: number;
  /** May this account post this video now? Changes nothing. */
  preflight(job: Job): Promise<Outcome>;
  /** Brings the copy to the provider, up to the last step before it is seen. Resumes from `handle`. */
  stage(job: Job, handle: Handle | undefined): Promise<Outcome>;
  commit(job: Job, handle: Handle): Promise<Outcome>;
  /** Asks how an accepted post is doing. */
  observe(job: Job, handle: Handle): Promise<Outcome>;
  /** Asks whether a commit with an unknown end happened. */
  reconcile(job: Job, handle: Handle): Promise<Outcome>;
  /** Throws the staged copy away at the provider, as far as it lets us. */
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
