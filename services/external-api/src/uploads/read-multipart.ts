import { AppError } from '@reelwright/errors';
import { duplicateField, requireCleanText } from '@reelwright/http-server';
import type { FastifyRequest } from 'fastify';
import type { ReadBody } from './read-json.ts';
import { MAX_VIDEO_BYTES, type ReceivedVideo, type VideoSink } from './video-sink.ts';

const VIDEO_FIELD = 'videoFile';
/** One byte more than a video may have, so that our own limit applies first. */
const LIMITS = { fileSize: MAX_VIDEO_BYTES + 1, files: 1, fields: 10, fieldSize: 64 * 1024, parts: 11 };

/**
 * Streams the file `videoFile` of a multipart/form-data request and reads the other fields as text. `platforms` may be
 * repeated, a comma-separated list or a JSON array.
 * @throws AppError BAD_MULTIPART, DUPLICATE_FIELD, BROKEN_TEXT, TOO_DEEP, VALIDATION_FAILED; the errors of the sink
 */
export async function readMultipart(request: FastifyRequest, open: () => Promise<VideoSink>): Promise<ReadBody> {
  const fields: Record<string, unknown> = {};
  let video: ReceivedVideo | undefined;
  let sink: VideoSink | undefined;
  try {
    for await (const part of request.parts({ limits: LIMITS })) {
      // A field with a JSON type is already parsed.
      requireCleanText([part.fieldname, part.type === 'field' && part.value]);
      requireValidUtf8(part.fieldname, part.type === 'field' ? part.value : '');
      if (part.type === 'file') {
        if (part.fieldname !== VIDEO_FIELD || sink) {
          throw new AppError('INVALID_ARGUMENT', 'VALIDATION_FAILED', 'The only file is videoFile.');
        }
        for await (const chunk of part.file) {
          sink ??= await markStoreFailure(open());
          await markStoreFailure(sink.write(chunk as Buffer));
        }
      } else if (part.fieldname === 'platforms') {
        fields.platforms = [...((fields.platforms as unknown[]) ?? []), ...platformsOf(String(part.value))];
      } else if (Object.hasOwn(fields, part.fieldname)) {
        throw duplicateField(part.fieldname);
      } else {
        fields[part.fieldname] = String(part.value);
      }
    }
    video = sink && (await markStoreFailure(sink.end()));
    return { fields, video };
  } catch (error) {
    await sink?.abort();
    throw toPublicError(error);
  }
}

/** The parser silently replaces invalid UTF-8 with this character. */
function requireValidUtf8(...texts: unknown[]): void {
  if (texts.some((text) => typeof text === 'string' && text.includes('\ufffd'))) {
    throw new AppError('INVALID_ARGUMENT', 'BROKEN_TEXT', 'The request has characters that no text can hold.');
  }
}

function platformsOf(text: string): unknown[] {
  if (text.startsWith('[')) {
    const list = parseList(text);
    requireCleanText(list);
    return list;
  }
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function parseList(text: string): unknown[] {
  try {
    return JSON.parse(text) as unknown[];
  } catch {
    throw new AppError('INVALID_ARGUMENT', 'VALIDATION_FAILED', 'platforms: not a valid list');
  }
}

/** A failure of the store, not of the form. */
class StoreFailure extends Error {}

async function markStoreFailure<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    throw new StoreFailure('the video could not be stored', { cause });
  }
}

/** An error that is neither from the store nor an AppError is from the parser, whose errors have no code. */
function toPublicError(error: unknown): unknown {
  if (error instanceof StoreFailure) return error.cause;
  if (error instanceof AppError) return error;
  return new AppError('INVALID_ARGUMENT', 'BAD_MULTIPART', 'The form could not be read.', { cause: error });
}
