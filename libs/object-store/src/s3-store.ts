import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type * as S3 from '@aws-sdk/client-s3';
import {
  checkKey,
  noSuchObject,
  type ObjectStore,
  type StoredObject,
  storeFull,
  storeRefuses,
  storeUnavailable,
} from './object-store.ts';
import { isFull, isUnavailable, refusalOf } from './s3-failures.ts';

/** S3's minimum. An upload holds up to `PARTS_AT_ONCE` + 2 parts in memory. */
const PART_BYTES = 5 * 1024 * 1024;
const PARTS_AT_ONCE = 2;
/** Each reader holds a connection as long as it reads. The SDK's own limit is 50, after which calls wait. */
const MAX_CONNECTIONS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** Of one try until its answer begins; long enough for a slow line to send `PART_BYTES`. */
const ANSWER_TIMEOUT_MS = 60_000;
/** Without a byte on the connection. It ends a reader that stops for this long, too. */
const IDLE_TIMEOUT_MS = 300_000;
/** How long a service that starts waits for a store that does not answer. */
const CHECK_TIMEOUT_MS = 10_000;

interface Timeouts {
  readonly answerMs?: number;
  readonly idleMs?: number;
}

/** Objects in a bucket of any S3-compatible store. The SDK is loaded at first use: a local disk does not need it. */
export function createS3Store(
  url: string,
  { answerMs = ANSWER_TIMEOUT_MS, idleMs = IDLE_TIMEOUT_MS }: Timeouts = {},
): ObjectStore {
  const { hostname: bucket, searchParams } = new URL(url);
  const endpoint = searchParams.get('endpoint');
  const region = searchParams.get('region') ?? 'us-east-1';
  let loading: Promise<{ sdk: typeof S3; client: S3.S3Client }> | undefined;
  const load = () => (loading ??= connect());

  async function connect() {
    const sdk = await import('@aws-sdk/client-s3');
    const client = new sdk.S3Client({
      region,
      requestHandler: {
        connectionTimeout: CONNECT_TIMEOUT_MS,
        requestTimeout: answerMs,
        throwOnRequestTimeout: true,
        socketTimeout: idleMs,
        httpAgent: { maxSockets: MAX_CONNECTIONS },
        httpsAgent: { maxSockets: MAX_CONNECTIONS },
      },
      ...(endpoint && { endpoint, forcePathStyle: true }),
    });
    // Outside of the SDK's retries. A failure of a source does not pass through it.
    client.middlewareStack.add(
      (next) => (args) =>
        next(args).catch((error: unknown) => {
          throw isFull(error) ? storeFull(error) : isUnavailable(error) ? storeUnavailable(error) : error;
        }),
      { step: 'initialize', priority: 'high' },
    );
    return { sdk, client };
  }

  return {
    async put(key, source) {
      const target = { Bucket: bucket, Key: checkKey(key) };
      const input = Buffer.isBuffer(source) ? Readable.from([source], { objectMode: true }) : source;
      input.on('error', () => undefined); // thrown where it is read
      const { client } = await load();
      const { Upload } = await import('@aws-sdk/lib-storage');
      const counted = countBytes(input);
      const body = Readable.from(counted.bytes, { highWaterMark: 1 });
      try {
        // It aborts a multipart upload whose source or whose parts fail.
        await new Upload({
          client,
          params: { ...target, Body: body },
          partSize: PART_BYTES,
          queueSize: PARTS_AT_ONCE,
        }).done();
      } finally {
        input.destroy();
        body.destroy();
      }
      return counted.result();
    },
    async get(key, range) {
      const target = { Bucket: bucket, Key: checkKey(key) };
      const { sdk, client } = await load();
      const Range = range && `bytes=${range.start}-${range.end}`;
      const response = await client
        .send(new sdk.GetObjectCommand({ ...target, ...(Range && { Range }) }))
        .catch((error: { name?: string }) => {
          throw error.name === 'NoSuchKey' ? noSuchObject(error) : error;
        });
      return response.Body as Readable;
    },
    async size(key) {
      const target = { Bucket: bucket, Key: checkKey(key) };
      const { sdk, client } = await load();
      try {
        return (await client.send(new sdk.HeadObjectCommand(target))).ContentLength;
      } catch (error) {
        if ((error as { name?: string }).name === 'NotFound') return undefined;
        throw error;
      }
    },
    async delete(key) {
      const target = { Bucket: bucket, Key: checkKey(key) };
      const { sdk, client } = await load();
      await client.send(new sdk.DeleteObjectCommand(target));
    },
    async deleteUnfinished(before) {
      const { sdk, client } = await load();
      let deleted = 0;
      const failures: unknown[] = [];
      for await (const { Uploads = [] } of uploadPages(sdk, client, bucket)) {
        for (const { Key, UploadId, Initiated } of Uploads) {
          if (!Initiated || Initiated >= before) continue;
          try {
            await client.send(new sdk.AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
            deleted++;
          } catch (error) {
            // Another process has deleted or completed it.
            if ((error as { name?: string }).name !== 'NoSuchUpload') failures.push(error);
          }
        }
      }
      if (failures.length > 0) throw failures[0];
      return deleted;
    },
    async presign(key, { contentType, cacheControl, signedAt, seconds }) {
      const target = { Bucket: bucket, Key: checkKey(key) };
      const { sdk, client } = await load();
      const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
      const answer = {
        ResponseContentType: contentType,
        ResponseCacheControl: cacheControl,
        ResponseContentDisposition: 'inline',
      };
      return getSignedUrl(client, new sdk.GetObjectCommand({ ...target, ...answer }), {
        signingDate: signedAt,
        expiresIn: seconds,
      });
    },
    async check() {
      const { sdk, client } = await load();
      // Unlike HEAD, its answer says why the server refuses.
      const list = new sdk.ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 });
      await client.send(list, { abortSignal: AbortSignal.timeout(CHECK_TIMEOUT_MS) }).catch((error: unknown) => {
        const refusal = refusalOf(error, { bucket, region });
        throw refusal ? storeRefuses(refusal) : error;
      });
    },
  };
}

async function* uploadPages(sdk: typeof S3, client: S3.S3Client, bucket: string) {
  let next: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {};
  while (next) {
    const page: S3.ListMultipartUploadsCommandOutput = await client.send(
      new sdk.ListMultipartUploadsCommand({ Bucket: bucket, ...next }),
    );
    yield page;
    next = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined;
  }
}

/** The source's bytes, counted and hashed on their way. A source that is destroyed without an error fails here too. */
function countBytes(source: AsyncIterable<Buffer>): { bytes: AsyncIterable<Buffer>; result: () => StoredObject } {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* pass() {
    for await (const chunk of source) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  return { bytes: pass(), result: () => ({ bytes, sha256: hash.digest('hex') }) };
}
