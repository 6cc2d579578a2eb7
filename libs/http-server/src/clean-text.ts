import { Stream } from 'node:stream';
import { AppError } from '@reelwright/errors';
import type { FastifyRequest } from 'fastify';

/** Our own requests nest a few levels only; later code may walk a body by recursion. */
const MAX_DEPTH = 64;

/** Checks all parts of a request before its handler runs. Routes with a streamed body check that themselves. */
export async function rejectBrokenText({ body, query, params, url }: FastifyRequest): Promise<void> {
  requireReadableQuery(url);
  requireCleanText([body, query, params]);
}

/** Fastify leaves an escape that is not UTF-8 unchanged in a query; in a path it rejects it. */
function requireReadableQuery(url: string): void {
  const at = url.indexOf('?');
  if (at < 0 || !url.includes('%', at)) return;
  try {
    decodeURIComponent(url.slice(at));
  } catch {
    throw brokenText();
  }
}

/**
 * Rejects a null byte or an unpaired surrogate anywhere in a parsed body, names included. It works level by level and not
 * by recursion, so that no depth exhausts the stack.
 * @throws AppError BROKEN_TEXT, TOO_DEEP
 */
export function requireCleanText(value: unknown): void {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw new AppError('INVALID_ARGUMENT', 'TOO_DEEP', 'The request is nested too deeply.');
    const nextLevel: unknown[] = [];
    for (const part of level) {
      if (typeof part === 'string') requireWhole(part);
      else for (const inner of partsOf(part)) nextLevel.push(inner);
    }
    level = nextLevel;
  }
}

function partsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  // Bytes and streams are not decoded yet.
  if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value) || value instanceof Stream) return [];
  return Object.entries(value).flat();
}

function requireWhole(text: string): void {
  if (text.includes('\u0000') || !text.isWellFormed()) throw brokenText();
}

export function brokenText(): AppError {
  return new AppError('INVALID_ARGUMENT', 'BROKEN_TEXT', 'The request has characters that no text can hold.');
}
