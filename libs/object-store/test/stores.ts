import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ListMultipartUploadsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { createTestBucket } from '@reelwright/testing';
import { createObjectStore, type ObjectStore } from '../src/index.ts';

export interface TestStore {
  readonly store: ObjectStore;
  readonly url: string;
  /** The keys of what it holds, and the names of what it holds of unfinished uploads. */
  contents(): Promise<string[]>;
  remove(): void;
}

export const kinds = ['disk', 's3'] as const;

export async function openStore(kind: (typeof kinds)[number]): Promise<TestStore> {
  return kind === 'disk' ? openDisk() : openBucket();
}

function openDisk(): TestStore {
  const folder = mkdtempSync(join(tmpdir(), 'store with spaces-'));
  const url = pathToFileURL(folder).href;
  return {
    store: createObjectStore(url),
    url,
    contents: async () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

async function openBucket(): Promise<TestStore> {
  const { url, name, endpoint } = await createTestBucket();
  const client = new S3Client({ endpoint, forcePathStyle: true, region: 'us-east-1' });
  return {
    store: createObjectStore(url),
    url,
    async contents() {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: name }));
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: name }));
      return [...Contents.map(({ Key = '' }) => Key), ...Uploads.map(({ Key }) => `part of ${Key}`)];
    },
    remove: () => client.destroy(),
  };
}
