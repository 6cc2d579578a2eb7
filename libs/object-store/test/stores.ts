import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestBucket, type TestObjectStore, testFolder } from '@reelwright/testing';
import { createObjectStore, type ObjectStore } from '../src/index.ts';

export const kinds = ['disk', 's3'] as const;

export interface OpenedStore extends TestObjectStore {
  readonly store: ObjectStore;
}

export async function openStore(kind: (typeof kinds)[number]): Promise<OpenedStore> {
  const opened =
    kind === 's3' ? await createTestBucket() : testFolder(mkdtempSync(join(tmpdir(), 'store with spaces-')));
  return { ...opened, store: createObjectStore(opened.url) };
}
