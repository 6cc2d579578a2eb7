import { AppError } from '@reelwright/errors';

/** Long enough for any `data:video/…;codecs=…;base64,` */
const MAX_PREFIX_LENGTH = 256;
const BASE64_CHARACTERS = /^[A-Za-z0-9+/]*$/;
/** The part of a chunk that becomes a string at once; short strings are cheap for the garbage collector. */
const STEP_BYTES = 16 * 1024;
/** Shorter texts are decoded separately, because decoded carry bytes might not fit into them. */
const MIN_IN_PLACE_BYTES = 256;

/**
 * Decodes base64 that comes in pieces of any size, one byte a character. Accepts both alphabets, white space anywhere,
 * missing padding and a `data:…;base64,` prefix; rejects everything else, which Buffer.from would ignore.
 * @throws AppError VIDEO_NOT_BASE64
 */
export function createBase64Decoder() {
  /** The text so far, until five characters show whether it begins with a prefix. */
  let prefix: string | undefined = '';
  let carry = '';
  let padding = 0;

  function feed(piece: string): Buffer {
    let text = piece;
    if (prefix !== undefined) {
      prefix = (prefix + text).trimStart();
      const rest = afterPrefix(prefix);
      if (rest === undefined) return EMPTY;
      prefix = undefined;
      text = rest;
    }
    return decode(text);
  }

  /**
   * Buffer.from ignores invalid characters, so the right length proves that all were valid; undefined otherwise.
   * Checking each character first costs twenty times the decoding.
   */
  function decodePlain(text: string): Buffer | undefined {
    const whole = carry === '' ? text : carry + text;
    const usable = whole.length - (whole.length % 4);
    const bytes = Buffer.from(usable === whole.length ? whole : whole.slice(0, usable), 'base64');
    const rest = whole.slice(usable);
    if (bytes.length !== (usable / 4) * 3 || !BASE64_CHARACTERS.test(rest)) return undefined;
    carry = rest;
    return bytes;
  }

  function decode(piece: string): Buffer {
    let text = piece;
    const plain = padding === 0 ? decodePlain(text) : undefined;
    if (plain) return plain;
    if (padding > 0 || !BASE64_CHARACTERS.test(text)) {
      text = text
        .replace(/[ \t\r\n]/g, '')
        .replaceAll('-', '+')
        .replaceAll('_', '/');
      const end = text.indexOf('=');
      if (padding > 0 || end >= 0) {
        const tail = padding > 0 ? text : text.slice(end);
        if (!/^=*$/.test(tail)) throw notBase64();
        text = padding > 0 ? '' : text.slice(0, end);
        padding += tail.length;
        if (padding > 2) throw notBase64();
      }
      if (!BASE64_CHARACTERS.test(text)) throw notBase64();
    }
    const whole = carry + text;
    const usable = whole.length - (whole.length % 4);
    carry = whole.slice(usable);
    return usable === 0 ? EMPTY : Buffer.from(whole.slice(0, usable), 'base64');
  }

  /**
   * The same for a part of a chunk that may be overwritten: decodes in place, so that a body of 133 MB needs no memory
   * besides its chunks.
   */
  function feedBytes(chunk: Buffer, from: number, to: number): Buffer {
    if (to - from < MIN_IN_PLACE_BYTES || prefix !== undefined || padding > 0)
      return feed(chunk.toString('latin1', from, to));
    const whole = from + ((4 - carry.length) % 4);
    let before = decode(chunk.toString('latin1', from, whole));
    if (carry !== '' || padding > 0) return Buffer.concat([before, decode(chunk.toString('latin1', whole, to))]);
    let end = from;
    for (let at = whole; at < to; at += STEP_BYTES) {
      const text = chunk.toString('latin1', at, Math.min(at + STEP_BYTES, to));
      // After reading the text, because these three bytes may be longer than the characters that completed them.
      end += before.copy(chunk, end);
      before = EMPTY;
      const rest = text.slice(text.length - (text.length % 4));
      const written = chunk.write(rest === '' ? text : text.slice(0, -rest.length), end, 'base64');
      if (written !== ((text.length - rest.length) / 4) * 3 || !BASE64_CHARACTERS.test(rest)) {
        const others = [decode(text), decode(chunk.toString('latin1', at + text.length, to))];
        return Buffer.concat([chunk.subarray(from, end), ...others]);
      }
      carry = rest;
      end += written;
    }
    return chunk.subarray(from, end);
  }

  /** The last bytes, once everything has been fed. */
  function end(): Buffer {
    const rest = prefix === undefined ? EMPTY : decode(prefix);
    if (carry.length === 1 || (padding > 0 && carry.length + padding !== 4)) throw notBase64();
    return Buffer.concat([rest, Buffer.from(carry, 'base64')]);
  }

  return { feed, feedBytes, end };
}

const EMPTY = Buffer.alloc(0);

/** The text after the prefix, or the whole text without one; undefined while it is not known. */
function afterPrefix(text: string): string | undefined {
  if (!'data:'.startsWith(text.slice(0, 5).toLowerCase())) return text;
  if (text.length < 5) return undefined;
  const comma = text.indexOf(',');
  if (comma < 0) {
    if (text.length > MAX_PREFIX_LENGTH) throw notBase64();
    return undefined;
  }
  if (comma > MAX_PREFIX_LENGTH || !/;\s*base64$/i.test(text.slice(0, comma))) throw notBase64();
  return text.slice(comma + 1);
}

export function notBase64(): AppError {
  return new AppError('INVALID_ARGUMENT', 'VIDEO_NOT_BASE64', 'videoFile is not valid base64.');
}
