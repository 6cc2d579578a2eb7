import { AppError } from '@reelwright/errors';
import type { FastifyRequest } from 'fastify';

/** The owner of the API key, and the key's id. */
export interface Partner {
  readonly userId: string;
  readonly keyId: string;
}

/** @throws AppError UNAUTHENTICATED for a caller without an API key, including signed-in users. */
export function requirePartner(request: FastifyRequest): Partner {
  const { identity } = request;
  const keyId = identity?.scopes.find((scope) => scope.startsWith('key:'))?.slice('key:'.length);
  if (identity?.credential !== 'api_key' || !identity.userId || !keyId) {
    throw new AppError('UNAUTHENTICATED', 'API_KEY_INVALID', 'The API key is missing or not valid.');
  }
  return { userId: identity.userId, keyId };
}
