import { Stream } from 'node:stream';
import { AppError } from '@reelwright/errors';
import type { FastifyRequest } from 'fastify';

/** No call of ours nests further than a few levels; what comes after may well walk a body by recursion. */
const DEEPEST = 64;

/** Checks every part of a request that has been read when its handler begins. Streamed bodies are left to their readers. */
export async function refuseBrokenText({ body, query, params, url }: FastifyRequest): Promise<void> {
  requireReadableQuery(url);
  requireCleanText([body, query, params]);
}

/** The framework leaves an escape that is no UTF-8 as it stands; in paths it is refused before. */
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

export function brokenText(): AppError {
  return new AppError('INVALID_ARGUMENT', 'BROKEN_TEXT', 'The request has characters that no text can hold.');
}
