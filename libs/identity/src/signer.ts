import { readFileSync } from 'node:fs';
import { importJWK, SignJWT } from 'jose';

export interface Claims {
  /** Where the token is valid: a service's name for HTTP, a gRPC service's full name for its calls. */
  readonly aud: string;
  /** A user id, `svc:<name>`, `admin` or `anonymous`. */
  readonly sub: string;
  readonly cred: 'session' | 'api_key' | 'admin' | 'service' | 'anonymous';
  readonly scopes?: readonly string[];
  /** The user a service acts for. */
  readonly actingFor?: string;
}

export interface IdentitySigner {
  readonly issuer: string;
  /** A token that is valid for `ttlSeconds` (60 at most). */
  sign(claims: Claims, ttlSeconds?: number): Promise<string>;
}

const TTL_SECONDS = 60;

/**
 * Signs identity tokens (EdDSA) with the private key at `keyFile`, a JWK whose `kid` begins with the issuer's name:
 * `auth-1` may only sign for issuer `auth`.
 */
export function createIdentitySigner(options: { issuer: string; keyFile: string }): IdentitySigner {
  const jwk = JSON.parse(readFileSync(options.keyFile, 'utf8'));
  const key = importJWK(jwk, 'EdDSA');
  return {
    issuer: options.issuer,
    async sign(claims, ttlSeconds = TTL_SECONDS) {
      const { aud, sub, cred, scopes = [], actingFor } = claims;
      return new SignJWT({ cred, scopes: [...scopes], ...(actingFor && { act: actingFor }) })
        .setProtectedHeader({ alg: 'EdDSA', kid: jwk.kid })
        .setIssuer(options.issuer)
        .setAudience(aud)
        .setSubject(sub)
        .setIssuedAt()
        .setExpirationTime(`${Math.min(ttlSeconds, TTL_SECONDS)}s`)
        .sign(await key);
    },
  };
}
