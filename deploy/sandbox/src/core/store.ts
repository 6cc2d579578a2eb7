import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { linesOf, openLineFile } from './line-file.ts';

export interface Document {
  id: string;
}

/** A named set of documents, read from memory. Documents are replaced, never changed in place. */
export interface Collection<T extends Document> {
  get(id: string): T | undefined;
  find(matches: (document: T) => boolean): T | undefined;
  filter(matches: (document: T) => boolean): T[];
  /** All documents, in the order of their first put. */
  all(): T[];
  put(document: T): T;
  /** Changes some fields of a document. @throws for an unknown document */
  update(id: string, change: Partial<T>): T;
  delete(id: string): boolean;
}

export interface Store {
  collection<T extends Document>(name: string): Collection<T>;
  /** Empties every collection. */
  reset(): void;
  close(): void;
}

/** One line of the file: a put (with `d`), a delete, or a reset of everything before. */
type Line = { c: string; id: string; d?: Document } | { reset: true };
/** The name of the collection, in the text of a line. */
const COLLECTION = /^\{"c":"([^"]+)"/;

/**
 * Opens the sandbox's state. Each write appends one line, so a killed process loses nothing that it has confirmed. Threads
 * may share the file, and each then reads new lines before it responds. The first to open it removes obsolete lines.
 * Only the collections that were asked for are in memory: a provider's thread holds none of another provider.
 */
export function openStore(directory: string, { isFirst = true, isShared = true } = {}): Store {
  const path = join(directory, 'state.jsonl');
  if (isFirst) compact(path);
  const collections = new Map<string, Map<string, Document>>();
  let needsRead = true;
  const wants = (text: string) => {
    const name = COLLECTION.exec(text)?.[1];
    return name === undefined || collections.has(name);
  };
  const file = openLineFile<Line>(path, (line) => apply(collections, line), wants);

  return {
    collection: <T extends Document>(name: string): Collection<T> => {
      if (!collections.has(name)) {
        collections.set(name, new Map());
        // Earlier reads skipped its lines.
        for (const documents of collections.values()) documents.clear();
        file.rewind();
        needsRead = true;
      }
      const documents = collections.get(name) as Map<string, T>;
      const present = (): Map<string, T> => {
        if (isShared || needsRead) file.read();
        needsRead = false;
        return documents;
      };
      const put = (document: T): T => {
        file.append({ c: name, id: document.id, d: document });
        return document;
      };
      return {
        get: (id) => present().get(id),
        find: (matches) => [...present().values()].find(matches),
        filter: (matches) => [...present().values()].filter(matches),
        all: () => [...present().values()],
        put,
        update: (id, change) => {
          const before = present().get(id);
          if (!before) throw new Error(`no ${id} in ${name}`);
          return put({ ...before, ...change });
        },
        delete: (id) => {
          if (!present().has(id)) return false;
          file.append({ c: name, id });
          return true;
        },
      };
    },
    reset: () => file.append({ reset: true }),
    close: file.close,
  };
}

/** Applies a line to its collection, if that is one of these. */
function apply(collections: ReadonlyMap<string, Map<string, Document>>, line: Line): void {
  if ('reset' in line) for (const documents of collections.values()) documents.clear();
  else if (line.d) collections.get(line.c)?.set(line.id, line.d);
  else collections.get(line.c)?.delete(line.id);
}

/** Rewrites the file without obsolete lines and without an incomplete last line, for which no call got a response. */
function compact(path: string): void {
  const collections = new Map<string, Map<string, Document>>();
  if (existsSync(path)) {
    for (const text of linesOf(readFileSync(path)).texts) {
      const line: Line = JSON.parse(text);
      if ('c' in line && !collections.has(line.c)) collections.set(line.c, new Map());
      apply(collections, line);
    }
  }
  const next = `${path}.next`;
  const file = openSync(next, 'w');
  for (const [c, documents] of collections) {
    for (const [id, d] of documents) writeSync(file, `${JSON.stringify({ c, id, d })}\n`);
  }
  fsyncSync(file);
  closeSync(file);
  renameSync(next, path);
}
