import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface TestObjectStore {
  /** For OBJECT_STORE_URL; the credentials of S3 are in the AWS variables. */
  readonly url: string;
  /** The keys of what it holds, and one name for each unfinished upload. */
  contents(): Promise<string[]>;
}

/** The store of a service under test: below its folder, or with OBJECT_STORE=s3 a bucket of its own. */
export async function createTestObjectStore(folder: string): Promise<TestObjectStore> {
  return process.env.OBJECT_STORE === 's3' ? createTestBucket() : testFolder(join(folder, 'media'));
}

/** A store on the disk. */
export function testFolder(folder: string): TestObjectStore {
  return {
    url: pathToFileURL(folder).href,
    contents: async () =>
      existsSync(folder)
        ? readdirSync(folder, { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
        : [],
  };
}

/** An empty bucket on the S3 server of the tests, which is deleted with the server. */
export async function createTestBucket(): Promise<TestObjectStore & { readonly name: string }> {
  const endpoint = process.env.TEST_S3_ENDPOINT;
  if (!endpoint) throw new Error('No S3 server for the tests: run `make test`, or set TEST_S3_ENDPOINT and AWS_….');
  const { CreateBucketCommand, ListMultipartUploadsCommand, ListObjectsV2Command, S3Client } = await import(
    '@aws-sdk/client-s3'
  );
  const client = new S3Client({ endpoint, forcePathStyle: true, region: 'us-east-1' });
  const name = `test-${randomUUID()}`;
  await client.send(new CreateBucketCommand({ Bucket: name }));
  return {
    url: `s3://${name}?endpoint=${encodeURIComponent(endpoint)}`,
    name,
    async contents() {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: name }));
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: name }));
      return [...Contents.map(({ Key = '' }) => Key), ...Uploads.map(({ Key = '' }) => `${Key}.part`)];
    },
  };
}
