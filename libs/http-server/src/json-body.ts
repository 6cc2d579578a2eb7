import { AppError } from '@reelwright/errors';
import { brokenText } from './clean-text.ts';
import type { HttpApp } from './index.ts';
import { takesNoBody } from './no-body.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BYTE_ORDER_MARK = 0xfeff;
/** A name that may be repeated to the caller; others may be secrets. */
const PLAIN_NAME = /^[\w.-]{1,60}$/;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The one JSON parser of all routes but webhooks: UTF-8 without a byte order mark, each name once in its object. */
export function readStrictJson(app: HttpApp): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // Some clients send the JSON content type on every call, also without a body.
    if (body.length === 0 && takesNoBody(request)) return done(null, undefined);
    let text: string;
    try {
      text = decodeUtf8(body as Buffer);
    } catch (error) {
      return done(error as Error);
    }
    // RFC 8259 forbids it; some parsers skip it and some do not.
    if (text.charCodeAt(0) === BYTE_ORDER_MARK) return done(badJson());
    return parse(request, text, (error, value) => {
      if (error) return done(error);
      const duplicate = findDuplicateName(text);
      return duplicate === undefined ? done(null, value) : done(duplicateField(duplicate));
    });
  });
}

const badJson = () => new AppError('INVALID_ARGUMENT', 'BAD_JSON', 'The body is not valid JSON.');

/** The text of bytes in UTF-8; a byte order mark stays, so that the JSON parser rejects it. @throws AppError BROKEN_TEXT */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw brokenText();
  }
}

/** For text that is valid JSON. @throws AppError DUPLICATE_FIELD */
export function requireNamesOnce(json: string): void {
  const duplicate = findDuplicateName(json);
  if (duplicate !== undefined) throw duplicateField(duplicate);
}

/** The first name that comes twice in one object: parsers differ in which of the two counts. */
function findDuplicateName(json: string): string | undefined {
  /** Per level the names so far; null in an array. */
  const levels: (Set<string> | null | undefined)[] = [];
  let isName = false;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(json, at);
      if (isName) {
        const names = levels.at(-1) ?? new Set();
        levels[levels.length - 1] = names;
        const raw = json.slice(at, end + 1);
        const name = raw.includes('\\') ? (JSON.parse(raw) as string) : raw.slice(1, -1);
        if (names.has(name)) return name;
        names.add(name);
        isName = false;
      }
      at = end;
    } else if (code === 0x7b || code === 0x5b) {
      isName = code === 0x7b;
      // Created with its first name: most objects of a hostile body have none.
      levels.push(isName ? undefined : null);
    } else if (code === 0x7d || code === 0x5d) {
      levels.pop();
      isName = false;
    } else if (code === 0x2c) {
      isName = levels.at(-1) !== null;
    }
  }
  return undefined;
}

function endOfString(json: string, from: number): number {
  for (let at = json.indexOf('"', from + 1); at > 0; at = json.indexOf('"', at + 1)) {
    let slashes = 0;
    while (json.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return json.length;
}

export function duplicateField(name: string): AppError {
  const subject = PLAIN_NAME.test(name) ? `The field ${name}` : 'A field';
  return new AppError('INVALID_ARGUMENT', 'DUPLICATE_FIELD', `${subject} comes twice.`);
}
