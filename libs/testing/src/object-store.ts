import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface TestBucket {
  /** For OBJECT_STORE_URL; the credentials are in the AWS variables. */
  readonly url: string;
  readonly name: string;
  readonly endpoint: string;
}

/** An empty bucket on the S3 server of the tests, which is deleted with the server. */
export async function createTestBucket(): Promise<TestBucket> {
  const endpoint = process.env.TEST_S3_ENDPOINT;
  if (!endpoint) throw new Error('No S3 server for the tests: run `make test`, or set TEST_S3_ENDPOINT and AWS_….');
  const { CreateBucketCommand, S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client({ endpoint, forcePathStyle: true, region: 'us-east-1' });
  const name = `test-${randomUUID()}`;
  await client.send(new CreateBucketCommand({ Bucket: name }));
  client.destroy();
  return { url: `s3://${name}?endpoint=${encodeURIComponent(endpoint)}`, name, endpoint };
}

/** The OBJECT_STORE_URL of a service under test: below its folder, or with OBJECT_STORE=s3 a bucket of its own. */
export async function testObjectStoreUrl(folder: string): Promise<string> {
  if (process.env.OBJECT_STORE === 's3') return (await createTestBucket()).url;
  return pathToFileURL(join(folder, 'media')).href;
}
