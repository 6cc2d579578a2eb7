import { AppError } from '@reelwright/errors';
import { createRemoteJWKSet, jwtVerify } from 'jose';

/** The claims of Google's ID token. `iss` and `sub` together identify a person; an e-mail address can change owners. */
export interface GoogleProfile {
  readonly iss: string;
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly given_name?: string;
  readonly family_name?: string;
  readonly picture?: string;
}

const ISSUER = 'https://accounts.google.com';
const KEYS_TIMEOUT_MS = 5_000;
/** Google publishes a key before it signs with it; a restarted sandbox signs with a new key at once. */
const KEYS_COOLDOWN_MS = 1_000;
const SKEW_SECONDS = 10;

/**
 * Reads ID tokens. A token must be signed by Google, for this client and this sign-in (`nonce`), and not expired. Real
 * time.
 * @param options.certsUrl where Google publishes its public keys (JWKS)
 */
export function createIdTokenReader(options: { certsUrl: string; clientId: string }) {
  const keys = createRemoteJWKSet(new URL(options.certsUrl), {
    timeoutDuration: KEYS_TIMEOUT_MS,
    cooldownDuration: KEYS_COOLDOWN_MS,
  });
  /** @throws AppError GOOGLE_TOKEN_INVALID */
  return async (token: string | undefined, nonce: string): Promise<GoogleProfile> => {
    const { payload } = await jwtVerify(token ?? '', keys, {
      algorithms: ['RS256'],
      // Google's documentation names both forms.
      issuer: [ISSUER, 'accounts.google.com'],
      audience: options.clientId,
      requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
      clockTolerance: SKEW_SECONDS,
    }).catch((cause: unknown) => {
      throw invalid(cause);
    });
    const isOurs = payload.nonce === nonce && payload.aud === options.clientId;
    if (!isOurs || typeof payload.sub !== 'string' || payload.sub === '') throw invalid();
    return { ...(payload as Omit<GoogleProfile, 'iss' | 'sub'>), iss: ISSUER, sub: payload.sub };
  };
}

function invalid(cause?: unknown): AppError {
  return new AppError('UNAUTHENTICATED', 'GOOGLE_TOKEN_INVALID', 'The sign-in at Google could not be checked.', {
    cause,
  });
}
