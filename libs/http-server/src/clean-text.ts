import { Stream } from 'node:stream';
import { AppError } from '@reelwright/errors';
import type { FastifyRequest } from 'fastify';

/**
 * Refuses what no database and no screen can hold: a null byte or half a character, anywhere in a JSON body, a query or a
 * path parameter. Streamed bodies are left to their readers.
 */
export async function refuseBrokenText(request: FastifyRequest): Promise<void> {
  for (const part of [request.body, request.query, request.params]) if (isBroken(part)) throw brokenText();
}

function isBroken(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000') || !value.isWellFormed();
  if (Array.isArray(value)) return value.some(isBroken);
  // Bytes and streams are no text yet.
  if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value) || value instanceof Stream) return false;
  return Object.entries(value).some(([name, field]) => isBroken(name) || isBroken(field));
}

function brokenText(): AppError {
  return new AppError('INVALID_ARGUMENT', 'BROKEN_TEXT', 'The request has characters that no text can hold.');
}
