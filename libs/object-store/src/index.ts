import { createDiskStore } from './disk-store.ts';
import type { ObjectStore } from './object-store.ts';
import { createS3Store } from './s3-store.ts';

export type { ByteRange, ObjectStore, Presigning, StoredObject } from './object-store.ts';
export { signPath, verifySignedPath } from './signed-path.ts';
export { requireAccess, sweepUnfinished } from './store-care.ts';

/**
 * The object store at a URL: `file:///folder` on a local disk that all services share, or
 * `s3://bucket?endpoint=https://…&region=…` with credentials from the usual AWS environment variables.
 */
export function createObjectStore(url: string): ObjectStore {
  const { protocol } = new URL(url);
  if (protocol === 'file:') return createDiskStore(url);
  if (protocol === 's3:') return createS3Store(url);
  throw new Error('an object store is file:///folder or s3://bucket');
}
