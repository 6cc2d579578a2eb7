import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';

/** An append-only file of JSON lines that several threads write. */
export interface LineFile<Line> {
  /** Passes on all lines since the last call. */
  read(): void;
  /** Writes a line, and passes on all lines since the last call up to it. */
  append(line: Line): void;
  /** Later calls throw: the system may give the descriptor's number to another file or to a socket. */
  close(): void;
}

/** Opens the file, which is created if it does not exist. `take` gets each line once, in their order. */
export function openLineFile<Line>(path: string, take: (line: Line) => void): LineFile<Line> {
  const file = openSync(path, 'a+');
  let isOpen = true;
  let at = 0;
  const sizeNow = (): number => {
    if (!isOpen) throw new Error(`${path} is closed.`);
    return fstatSync(file).size;
  };
  const read = (): void => {
    const size = sizeNow();
    if (size === at) return;
    const bytes = Buffer.alloc(size - at);
    const { values, length } = linesOf<Line>(bytes.subarray(0, readSync(file, bytes, 0, bytes.length, at)));
    at += length;
    for (const line of values) take(line);
  };
  return {
    read,
    append: (line) => {
      if (sizeNow() !== at) read();
      const text = Buffer.from(`${JSON.stringify(line)}\n`);
      writeSync(file, text);
      // Another thread may have appended since.
      if (sizeNow() !== at + text.length) return read();
      at += text.length;
      take(line);
    },
    close: () => {
      if (isOpen) closeSync(file);
      isOpen = false;
    },
  };
}

/** The complete lines of a file, and their length in bytes. */
export function linesOf<Line>(bytes: Buffer): { values: Line[]; length: number } {
  const length = bytes.lastIndexOf('\n') + 1;
  const lines = bytes.toString('utf8', 0, length).split('\n');
  return { values: lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Line), length };
}
