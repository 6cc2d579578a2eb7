import { fstatSync, readSync } from 'node:fs';

/** What is new in a file of JSON lines that only grows, whoever writes it. */
export interface Tail {
  /** Hands on every line that came since the last time. */
  read(): void;
  /** Passes over bytes just written at the end. False when somebody else wrote too: then nothing is passed over. */
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

/** The complete lines of a file, and how many bytes they take. */
export function linesOf<Line>(bytes: Buffer): { values: Line[]; length: number } {
  const length = bytes.lastIndexOf('\n') + 1;
  const lines = bytes.toString('utf8', 0, length).split('\n');
  return { values: lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Line), length };
}
