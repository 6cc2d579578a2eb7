import { Stream } from 'node:stream';
import { AppError } from '@reelwright/errors';
import type { FastifyRequest } from 'fastify';
import type { HttpApp } from './index.ts';

/** No call of ours nests further than a few levels; what comes after may well walk a body by recursion. */
const DEEPEST = 64;

/** Reads JSON as the UTF-8 it has to be. The framework's own reader puts a question mark for bytes that are no text. */
export function readWholeJson(app: HttpApp): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    let decoded: string;
    try {
      decoded = text.decode(body as Buffer);
    } catch {
      return done(brokenText());
    }
    return parse(request, decoded, done);
  });
}

/** Checks every part of a request that has been read when its handler begins. Streamed bodies are left to their readers. */
export async function refuseBrokenText({ body, query, params }: FastifyRequest): Promise<void> {
  requireCleanText([body, query, params]);
}

/**
 * Refuses what no database and no screen can hold: a null byte or half a character, anywhere in a parsed body, names
 * included. Level by level instead of by recursion, so that no depth exhausts the stack.
 * @throws AppError BROKEN_TEXT, TOO_DEEP
 */
export function requireCleanText(value: unknown): void {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) throw new AppError('INVALID_ARGUMENT', 'TOO_DEEP', 'The request is nested too deeply.');
    const below: unknown[] = [];
    for (const part of level) {
      if (typeof part === 'string') requireWhole(part);
      else for (const inner of partsOf(part)) below.push(inner);
    }
    level = below;
  }
}

function partsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  // Bytes and streams are no text yet.
  if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value) || value instanceof Stream) return [];
  return Object.entries(value).flat();
}

function requireWhole(text: string): void {
  if (text.includes('\u0000') || !text.isWellFormed()) throw brokenText();
}

function brokenText(): AppError {
  return new AppError('INVALID_ARGUMENT', 'BROKEN_TEXT', 'The request has characters that no text can hold.');
}
