import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import type * as S3 from '@aws-sdk/client-s3';
import { checkKey, noSuchObject, type ObjectStore } from './object-store.ts';

/** Objects in a bucket of any S3-compatible store. The SDK is loaded at first use: a local disk does not need it. */
export function createS3Store(url: string): ObjectStore {
  const { hostname: bucket, searchParams } = new URL(url);
  const endpoint = searchParams.get('endpoint');
  let loading: Promise<typeof S3> | undefined;
  const loadSdk = () => (loading ??= import('@aws-sdk/client-s3'));
  let s3Client: S3.S3Client | undefined;

  async function client(): Promise<S3.S3Client> {
    const { S3Client } = await loadSdk();
    s3Client ??= new S3Client({
      region: searchParams.get('region') ?? 'us-east-1',
      ...(endpoint && { endpoint, forcePathStyle: true }),
    });
    return s3Client;
  }

  return {
    async put(key, source) {
      const { Upload } = await import('@aws-sdk/lib-storage');
      const hash = createHash('sha256');
      let bytes = 0;
      const counter = new Transform({
        transform(chunk, _encoding, done) {
          hash.update(chunk);
          bytes += chunk.length;
          done(null, chunk);
        },
      });
      const input = Buffer.isBuffer(source) ? Readable.from([source]) : source;
      input.on('error', (error) => counter.destroy(error));
      await new Upload({
        client: await client(),
        params: { Bucket: bucket, Key: checkKey(key), Body: input.pipe(counter) },
      }).done();
      return { bytes, sha256: hash.digest('hex') };
    },
    async get(key, range) {
      const { GetObjectCommand } = await loadSdk();
      const response = await (await client())
        .send(
          new GetObjectCommand({
            Bucket: bucket,
            Key: checkKey(key),
            ...(range && { Range: `bytes=${range.start}-${range.end}` }),
          }),
        )
        .catch((error: { name?: string }) => {
          throw error.name === 'NoSuchKey' ? noSuchObject(error) : error;
        });
      return response.Body as Readable;
    },
    async size(key) {
      const { HeadObjectCommand } = await loadSdk();
      try {
        const head = await (await client()).send(new HeadObjectCommand({ Bucket: bucket, Key: checkKey(key) }));
        return head.ContentLength;
      } catch (error) {
        if ((error as { name?: string }).name === 'NotFound') return undefined;
        throw error;
      }
    },
    async delete(key) {
      const { DeleteObjectCommand } = await loadSdk();
      await (await client()).send(new DeleteObjectCommand({ Bucket: bucket, Key: checkKey(key) }));
    },
  };
}
