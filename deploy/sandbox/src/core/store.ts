import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

export interface Document {
  id: string;
}

/** A named set of documents, read from memory. Documents are replaced, never changed in place. */
export interface Collection<T extends Document> {
  get(id: string): T | undefined;
  find(matches: (document: T) => boolean): T | undefined;
  filter(matches: (document: T) => boolean): T[];
  /** Every document, in the order they were first put. */
  all(): T[];
  put(document: T): T;
  /** Changes some fields of a document. Throws when there is none. */
  update(id: string, change: Partial<T>): T;
  delete(id: string): boolean;
}

export interface Store {
  collection<T extends Document>(name: string): Collection<T>;
  /** Empties every collection. */
  reset(): void;
  close(): void;
}

/** One line of the file: a put (`d` given) or a delete. */
interface Line {
  c: string;
  id: string;
  d?: Document;
}

/**
 * Opens the sandbox's state. Each write is one appended line, so a killed process loses nothing it has answered for;
 * the file is replayed and compacted at start.
 */
export function openStore(directory: string): Store {
  const path = join(directory, 'state.jsonl');
  const collections = new Map<string, Map<string, Document>>();
  const documentsOf = (name: string): Map<string, Document> => {
    const known = collections.get(name);
    if (known) return known;
    const created = new Map<string, Document>();
    collections.set(name, created);
    return created;
  };

  for (const line of linesOf(path)) {
    if (line.d) documentsOf(line.c).set(line.id, line.d);
    else documentsOf(line.c).delete(line.id);
  }
  compact(path, collections);
  const file = openSync(path, 'a');
  const append = (line: Line) => writeSync(file, `${JSON.stringify(line)}\n`);

  return {
    collection: <T extends Document>(name: string): Collection<T> => {
      const documents = documentsOf(name) as Map<string, T>;
      const put = (document: T): T => {
        append({ c: name, id: document.id, d: document });
        documents.set(document.id, document);
        return document;
      };
      return {
        get: (id) => documents.get(id),
        find: (matches) => [...documents.values()].find(matches),
        filter: (matches) => [...documents.values()].filter(matches),
        all: () => [...documents.values()],
        put,
        update: (id, change) => {
          const present = documents.get(id);
          if (!present) throw new Error(`no ${id} in ${name}`);
          return put({ ...present, ...change });
        },
        delete: (id) => {
          if (!documents.delete(id)) return false;
          append({ c: name, id });
          return true;
        },
      };
    },
    reset: () => {
      for (const documents of collections.values()) documents.clear();
      ftruncateSync(file);
    },
    close: () => closeSync(file),
  };
}

/** Complete lines of a file. A last line torn by a kill is left out: its write was never answered for. */
function linesOf(path: string): Line[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  lines.pop();
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Line);
}

function compact(path: string, collections: Map<string, Map<string, Document>>): void {
  const next = `${path}.next`;
  const file = openSync(next, 'w');
  for (const [c, documents] of collections) {
    for (const [id, d] of documents) writeSync(file, `${JSON.stringify({ c, id, d })}\n`);
  }
  fsyncSync(file);
  closeSync(file);
  renameSync(next, path);
}
