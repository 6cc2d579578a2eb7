import { readFileSync, statSync } from 'node:fs';
import { AppError } from '@reelwright/errors';
import { createLocalJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { ownerOf } from './owner.ts';

/** The caller, as a signed token proves it. */
export interface Identity {
  readonly subject: string;
  readonly credential: 'session' | 'api_key' | 'admin' | 'service' | 'anonymous';
  readonly scopes: readonly string[];
  /** The user, when a person or a partner's key calls, or the user a service acts for. */
  readonly userId: string | undefined;
  /** The name of the calling service, when a service calls. */
  readonly service: string | undefined;
}

export interface IdentityVerifier {
  /** @throws AppError UNAUTHENTICATED for anything but a fresh token of a known issuer, made for this audience. */
  verify(token: string, audience: string): Promise<Identity>;
}

const SKEW_SECONDS = 5;
const MAX_AGE_SECONDS = 60;
const CACHE_SIZE = 5_000;
const RECHECK_KEYS_MS = 2_000;

/**
 * Verifies identity tokens against the key set at `jwksFile`, which is read again when it changes, so that keys rotate
 * without a restart. A verified token is remembered until it expires: one gateway token serves a burst of requests.
 * Time is real time; `now` is for tests.
 */
export function createIdentityVerifier(options: { jwksFile: string; now?: () => number }): IdentityVerifier {
  const { jwksFile, now = Date.now } = options;
  const verified = new Map<string, { identity: Identity; until: number }>();
  let keys: JWTVerifyGetKey | undefined;
  let readAt = 0;
  let changedAt = -1;

  function currentKeys(): JWTVerifyGetKey {
    if (keys && now() - readAt < RECHECK_KEYS_MS) return keys;
    readAt = now();
    try {
      const { mtimeMs } = statSync(jwksFile);
      if (keys && mtimeMs === changedAt) return keys;
      keys = createLocalJWKSet(JSON.parse(readFileSync(jwksFile, 'utf8')));
      changedAt = mtimeMs;
      verified.clear();
      return keys;
    } catch (error) {
      // The file may be in the middle of a replacement: the old keys stay valid until it can be read.
      if (keys) return keys;
      throw error;
    }
  }

  return {
    async verify(token, audience) {
      const getKey = currentKeys();
      const cacheKey = `${audience} ${token}`;
      const cached = verified.get(cacheKey);
      if (cached && cached.until > now()) return cached.identity;
      const { payload, protectedHeader } = await jwtVerify(token, getKey, {
        audience,
        algorithms: ['EdDSA'],
        clockTolerance: SKEW_SECONDS,
        maxTokenAge: MAX_AGE_SECONDS,
        currentDate: new Date(now()),
        requiredClaims: ['sub', 'iss', 'exp', 'cred'],
      }).catch((cause: unknown) => {
        throw new AppError('UNAUTHENTICATED', 'IDENTITY_INVALID', 'Please sign in again.', { cause });
      });
      // A service's key proves that service alone: only auth's keys may prove a person.
      const owner = ownerOf(String(protectedHeader.kid));
      const subject = String(payload.sub);
      const credential = payload.cred as Identity['credential'];
      const isService = credential === 'service';
      const mayClaim = isService ? payload.iss === owner && subject === `svc:${owner}` : owner === 'auth';
      if (payload.iss !== owner || !mayClaim) {
        throw new AppError('UNAUTHENTICATED', 'IDENTITY_INVALID', 'Please sign in again.');
      }
      const actingFor = typeof payload.act === 'string' ? payload.act : undefined;
      const identity: Identity = {
        subject,
        credential,
        scopes: Array.isArray(payload.scopes) ? payload.scopes.map(String) : [],
        userId: credential === 'session' || credential === 'api_key' ? subject : actingFor,
        service: isService ? owner : undefined,
      };
      if (verified.size >= CACHE_SIZE) verified.clear();
      const until = Math.min(Number(payload.exp), Number(payload.iat) + MAX_AGE_SECONDS) * 1000;
      verified.set(cacheKey, { identity, until });
      return identity;
    },
  };
}
