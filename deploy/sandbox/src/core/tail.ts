import { fstatSync, readSync } from 'node:fs';

/** Reads new lines of an append-only file of JSON lines that several threads write. */
export interface Tail {
  /** Passes on all lines since the last read. */
  read(): void;
  /** Skips bytes that this thread has just appended. False, without a skip, when another thread has appended too. */
  skip(bytes: number): boolean;
}

export function tailOf<Line>(file: number, take: (line: Line) => void): Tail {
  let at = 0;
  const sizeOf = (): number => fstatSync(file).size;
  return {
    read: () => {
      const size = sizeOf();
      if (size === at) return;
      const bytes = Buffer.alloc(size - at);
      const { values, length } = linesOf<Line>(bytes.subarray(0, readSync(file, bytes, 0, bytes.length, at)));
      at += length;
      for (const line of values) take(line);
    },
    skip: (bytes) => {
      if (sizeOf() !== at + bytes) return false;
      at += bytes;
      return true;
    },
  };
}

/** The complete lines of a file, and their length in bytes. */
export function linesOf<Line>(bytes: Buffer): { values: Line[]; length: number } {
  const length = bytes.lastIndexOf('\n') + 1;
  const lines = bytes.toString('utf8', 0, length).split('\n');
  return { values: lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Line), length };
}
