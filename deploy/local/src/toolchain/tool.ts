import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { seconds } from '../say.ts';

/** A tool and where it comes from; `source` is its line in `make up`. */
export interface Tool<T> {
  readonly name: string;
  readonly value: T;
  readonly source: string;
}

export function foundTool<T>(name: string, value: T, source: string): Tool<T> {
  return { name, value, source };
}

export function fetchedTool<T>(name: string, value: T, version: string, megabytes: number, sinceMs: number): Tool<T> {
  return { name, value, source: `${version}, fetched ${Math.round(megabytes)} MB in ${seconds(sinceMs)}` };
}

export function folderMegabytes(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name)).size;
  }
  return bytes / 1e6;
}
