import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';

/** An append-only file of JSON lines that several threads write. */
export interface LineFile<Line> {
  /** Calls `take` for each complete line that was added since the last read. */
  read(): void;
  /** Writes a line, then calls `take` for all lines that were not read yet, this one included. */
  append(line: Line): void;
  /** The next read begins with the first line again. */
  rewind(): void;
  /** Later calls throw: the system may give the descriptor's number to another file or to a socket. */
  close(): void;
}

/** The bytes of one read. All threads start at the same time, and each would hold a whole large file in memory. */
const PART_BYTES = 1024 * 1024;

/**
 * Opens the file, which is created if it does not exist. `take` gets each line once, in order, until `rewind`; lines whose
 * text `wants` refuses are not parsed.
 */
export function openLineFile<Line>(
  path: string,
  take: (line: Line) => void,
  wants: (text: string) => boolean = () => true,
): LineFile<Line> {
  const file = openSync(path, 'a+');
  let isOpen = true;
  let at = 0;
  const sizeNow = (): number => {
    if (!isOpen) throw new Error(`${path} is closed.`);
    return fstatSync(file).size;
  };
  const read = (): void => {
    const size = sizeNow();
    let most = PART_BYTES;
    while (at < size) {
      const bytes = Buffer.alloc(Math.min(size - at, most));
      const { texts, length } = linesOf(bytes.subarray(0, readSync(file, bytes, 0, bytes.length, at)));
      // An incomplete line: another thread is writing it, or it is longer than the part.
      if (length === 0 && at + bytes.length === size) return;
      most = length === 0 ? most * 2 : PART_BYTES;
      at += length;
      for (const text of texts) if (wants(text)) take(JSON.parse(text));
    }
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
    rewind: () => {
      at = 0;
    },
    close: () => {
      if (isOpen) closeSync(file);
      isOpen = false;
    },
  };
}

/** The texts of the complete lines, and their length in bytes. */
export function linesOf(bytes: Buffer): { texts: string[]; length: number } {
  const length = bytes.lastIndexOf('\n') + 1;
  const texts = bytes.toString('utf8', 0, length).split('\n');
  return { texts: texts.filter((text) => text !== ''), length };
}
