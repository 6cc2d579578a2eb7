import { AppError } from '@reelwright/errors';
import { decodeUtf8, duplicateField, requireCleanText, requireNamesOnce } from '@reelwright/http-server';
import { createBase64Decoder, notBase64 } from './base64.ts';
import { type ReceivedVideo, tooLarge, type VideoSink } from './video-sink.ts';

const VIDEO_FIELD = 'videoFile';
/** The limit of all fields except the video. */
const MAX_FIELDS_BYTES = 64 * 1024;
/** 100 MB in base64 with line breaks and escapes. */
const MAX_BODY_BYTES = 160 * 1024 * 1024;

/** Runs of plain characters up to this length are joined before they are decoded. */
const MIN_LONG_RUN = 4_096;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

type Mode = 'between' | 'text' | 'video';

export interface ReadBody {
  readonly fields: Record<string, unknown>;
  readonly video: ReceivedVideo | undefined;
}

/**
 * Reads a JSON object in constant memory: streams the base64 string `videoFile` to a sink, which is opened after the
 * fields before it were checked, and parses all other bytes at the end. Overwrites the chunks of `body`.
 * @throws AppError BAD_JSON, DUPLICATE_FIELD, BROKEN_TEXT, TOO_DEEP, FIELDS_TOO_LARGE, VIDEO_NOT_BASE64; the sink's
 */
export async function readJson(body: AsyncIterable<Buffer>, open: () => Promise<VideoSink>): Promise<ReadBody> {
  const fieldChunks: Buffer[] = [];
  let fieldBytes = 0;
  let total = 0;
  let depth = 0;
  let afterColon = false;
  let mode = 'between' as Mode;
  /** The bytes of an escape that is not complete yet, without its backslash. */
  let pendingEscape: string | undefined;
  let keyText: string | undefined;
  let key: string | undefined;
  const keys = new Set<string>();
  const decoder = createBase64Decoder();
  let sink: VideoSink | undefined;
  let hasVideo = false;
  /** Unescaped base64 of the current chunk that is not decoded yet. */
  let encodedText = '';
  /** The decoded bytes of the current chunk. */
  let decodedBytes: Buffer[] = [];
  /** The position of the next quote in the current chunk; a smaller position than the one being read means unknown. */
  let quote = -1;

  function appendFieldBytes(piece: Buffer): void {
    fieldBytes += piece.length;
    if (fieldBytes > MAX_FIELDS_BYTES) {
      throw new AppError('INVALID_ARGUMENT', 'FIELDS_TOO_LARGE', 'Everything but videoFile may be 64 KB at most.');
    }
    fieldChunks.push(Buffer.from(piece));
  }

  function parseFields(end = ''): Record<string, unknown> {
    const text = decodeUtf8(Buffer.concat(fieldChunks)) + end;
    const fields = parse(text);
    requireNamesOnce(text);
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) throw badJson();
    requireCleanText(fields);
    return fields as Record<string, unknown>;
  }

  function endKey(text: string): void {
    key = parse(`"${text}"`) as string;
    if (keys.has(key)) throw duplicateField(key);
    keys.add(key);
  }

  /** Reads structure and other values up to the next string. @returns the position after it */
  function readBetween(chunk: Buffer, from: number): number {
    let at = from;
    for (; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (byte === QUOTE) break;
      if (byte === 0x7b || byte === 0x5b) depth += 1;
      else if (byte === 0x7d || byte === 0x5d) depth -= 1;
      else if (depth === 1 && byte === 0x3a) afterColon = true;
      else if (depth === 1 && byte === 0x2c) afterColon = false;
    }
    const isString = at < chunk.length;
    appendFieldBytes(chunk.subarray(from, isString ? at + 1 : at));
    if (!isString) return at;
    if (depth === 1 && afterColon && key === VIDEO_FIELD) {
      if (hasVideo) throw badJson();
      hasVideo = true;
      appendFieldBytes(Buffer.from('"')); // in the parsed fields, the video is an empty string
      parseFields('}');
      mode = 'video';
    } else {
      keyText = depth === 1 && !afterColon ? '' : undefined;
      mode = 'text';
    }
    return at + 1;
  }

  function readText(chunk: Buffer, from: number): number {
    let at = from;
    for (; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (pendingEscape !== undefined) pendingEscape = undefined;
      else if (byte === BACKSLASH) pendingEscape = '';
      else if (byte === QUOTE) break;
    }
    const isEnd = at < chunk.length;
    appendFieldBytes(chunk.subarray(from, isEnd ? at + 1 : at));
    if (keyText !== undefined) keyText += chunk.toString('latin1', from, at);
    if (!isEnd) return at;
    if (keyText !== undefined) endKey(keyText);
    mode = 'between';
    return at + 1;
  }

  /** Reads one run of plain characters, one byte of an escape, or the end of the video. */
  function readVideo(chunk: Buffer, from: number): number {
    if (pendingEscape !== undefined) {
      pendingEscape += String.fromCharCode(chunk[from] ?? 0);
      const character = characterOf(pendingEscape);
      if (character !== undefined) {
        // A larger code would be cut to its lower byte and mistaken for another letter.
        if (character > '\x7f') throw notBase64();
        pendingEscape = undefined;
        encodedText += character;
      }
      return from + 1;
    }
    if (quote < from) quote = indexOf(chunk, QUOTE, from);
    const backslash = indexOf(chunk.subarray(0, quote), BACKSLASH, from);
    if (backslash - from > MIN_LONG_RUN) {
      decodeShortRuns();
      decodedBytes.push(decoder.feedBytes(chunk, from, backslash));
    } else {
      encodedText += chunk.toString('latin1', from, backslash);
    }
    if (backslash < quote) pendingEscape = '';
    else if (quote < chunk.length) {
      mode = 'between';
      afterColon = false;
    }
    return backslash + 1;
  }

  /** Decodes joined runs: with an escape at every slash, single runs are tiny. */
  function decodeShortRuns(): void {
    if (encodedText !== '') decodedBytes.push(decoder.feed(encodedText));
    encodedText = '';
  }

  async function writeDecodedBytes(): Promise<void> {
    decodeShortRuns();
    for (const bytes of decodedBytes) {
      if (bytes.length === 0) continue;
      sink ??= await open();
      await sink.write(bytes);
    }
    decodedBytes = [];
  }

  try {
    for await (const chunk of body) {
      total += chunk.length;
      if (total > MAX_BODY_BYTES) throw tooLarge();
      let at = 0;
      quote = -1;
      while (at < chunk.length) {
        if (mode === 'video') {
          at = readVideo(chunk, at);
          if (mode === 'video') continue;
          decodeShortRuns();
          decodedBytes.push(decoder.end());
          await writeDecodedBytes();
        } else {
          at = mode === 'text' ? readText(chunk, at) : readBetween(chunk, at);
        }
      }
      if (mode === 'video') await writeDecodedBytes();
    }
    if (mode !== 'between') throw badJson();
    const { [VIDEO_FIELD]: placeholder, ...others } = parseFields();
    const video = await sink?.end();
    if (placeholder !== undefined && placeholder !== null && placeholder !== '') {
      throw new AppError('INVALID_ARGUMENT', 'VIDEO_NOT_BASE64', 'videoFile must be a string of base64.');
    }
    return { fields: others, video };
  } catch (error) {
    await sink?.abort();
    throw error;
  }
}

/** The position of a byte; the end of the chunk when it is missing. */
function indexOf(chunk: Buffer, byte: number, from: number): number {
  const at = chunk.indexOf(byte, from);
  return at < 0 ? chunk.length : at;
}

/** The character of an escape; undefined while the escape is incomplete. */
function characterOf(pending: string): string | undefined {
  if (!pending.startsWith('u')) {
    const character = SHORT_ESCAPES[pending];
    if (character === undefined) throw badJson();
    return character;
  }
  if (!/^u[0-9a-fA-F]{0,4}$/.test(pending)) throw badJson();
  return pending.length === 5 ? String.fromCharCode(Number.parseInt(pending.slice(1), 16)) : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badJson();
  }
}

function badJson(): AppError {
  return new AppError('INVALID_ARGUMENT', 'BAD_JSON', 'The body is not a valid JSON object.');
}
