import type { Readable } from 'node:stream';
import { AppError } from '@reelwright/errors';

export interface StoredObject {
  readonly bytes: number;
  readonly sha256: string;
}

/** Both ends count, as in HTTP: 0-0 is the first byte. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** How a presigned address answers. It is valid for `seconds` from `signedAt`, in real time. */
export interface Presigning {
  readonly contentType: string;
  readonly cacheControl: string;
  readonly signedAt: Date;
  readonly seconds: number;
}

/** Every call to a bucket may also throw AppError UNAVAILABLE STORE_UNAVAILABLE. */
export interface ObjectStore {
  /**
   * Stores all of it or nothing, and destroys a source that it did not read to its end. An object of the same key is
   * replaced at once. @throws AppError UNAVAILABLE STORE_FULL
   */
  put(key: string, source: Readable | Buffer): Promise<StoredObject>;
  /** The caller reads the stream to its end or destroys it: it holds a file or a connection. @throws AppError NOT_FOUND */
  get(key: string, range?: ByteRange): Promise<Readable>;
  /** Its size, or undefined when there is no such object. */
  size(key: string): Promise<number | undefined>;
  delete(key: string): Promise<void>;
  /** Deletes what a killed process left of its uploads before this time. Returns how many it deleted. */
  deleteUnfinished(before: Date): Promise<number>;
  /**
   * An address at the bucket from which anyone may GET the object. The same arguments give the same address while the
   * credentials are the same. Only a bucket has addresses; whether there is such an object is not asked.
   */
  readonly presign?: (key: string, options: Presigning) => Promise<string>;
  /** Whether it can be used at all. @throws AppError UNAVAILABLE STORE_REFUSES, with the setting to look at */
  check(): Promise<void>;
}

/** Keys are ours, never a user's file name. Even so, a key that could leave the store's folder is rejected. */
export function checkKey(key: string): string {
  if (!/^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/i.test(key) || key.includes('..')) {
    throw new AppError('INVALID_ARGUMENT', 'BAD_OBJECT_KEY', 'This is not a key of the object store.');
  }
  return key;
}

export function noSuchObject(cause?: unknown): AppError {
  return new AppError('NOT_FOUND', 'NO_SUCH_OBJECT', 'This file is not there any more.', { cause });
}

export function storeFull(cause: unknown): AppError {
  return new AppError('UNAVAILABLE', 'STORE_FULL', 'There is no room for the file right now.', { cause });
}

export function storeUnavailable(cause: unknown): AppError {
  const message = 'Reelwright cannot reach its files right now. Please try again in a moment.';
  return new AppError('UNAVAILABLE', 'STORE_UNAVAILABLE', message, { cause, retryAfterSeconds: 5 });
}

/** Transient, because operators can end it. The reason is all there is to say, so it has no cause. */
export function storeRefuses(reason: string): AppError {
  return new AppError('UNAVAILABLE', 'STORE_REFUSES', reason);
}
