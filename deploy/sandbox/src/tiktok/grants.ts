import { urlSafeToken } from '../core/ids.ts';
import type { Sandbox } from '../core/sandbox.ts';
import type { TiktokKnobs } from './knobs.ts';

/** A person's consent to the client. */
export interface Grant {
  id: string;
  /** The username. */
  accountId: string;
  scopes: string[];
  revoked: boolean;
}

export interface Token {
  id: string;
  kind: 'access' | 'refresh';
  grantId: string;
  /** Real time, milliseconds. */
  expiresAt: number;
}

export interface Code {
  id: string;
  grantId: string;
  redirectUri: string;
  /** The SHA-256 of the verifier in hex, if one was sent. */
  challenge: string | null;
  expiresAt: number;
}

interface TokenPair {
  access_token: string;
  expires_in: number;
  refresh_token: string;
  refresh_expires_in: number;
}

export interface Grants {
  /** Stores a consent. @returns its code */
  allow(given: { accountId: string; scopes: string[]; redirectUri: string; challenge: string | null }): string;
  /** Redeems a code. Undefined when it is unknown, used or expired. */
  take(code: string): Code | undefined;
  get(id: string): Grant | undefined;
  issue(grant: Grant): TokenPair;
  /** The valid grant of a token; a refresh token is invalid once it was used. */
  byToken(token: string, kind: Token['kind']): Grant | undefined;
  /** Replaces a refresh token by a new pair. The old one is invalid at once. */
  rotate(refreshToken: string): TokenPair | undefined;
  revoke(grant: Grant): void;
  live(): Grant[];
}

export function grantsOf({ store, clock, journal }: Sandbox, knobs: TiktokKnobs): Grants {
  const grants = store.collection<Grant>('tiktok-grants');
  const tokens = store.collection<Token>('tiktok-tokens');
  const codes = store.collection<Code>('tiktok-codes');
  const now = () => clock.real().getTime();

  const live = (token: Token | undefined, kind: Token['kind']): Grant | undefined => {
    if (token?.kind !== kind || token.expiresAt <= now()) return undefined;
    const grant = grants.get(token.grantId);
    return grant && !grant.revoked ? grant : undefined;
  };
  const issue = (grant: Grant): TokenPair => {
    const { accessTokenSeconds, refreshTokenSeconds } = knobs.get();
    const put = (kind: Token['kind'], prefix: string, seconds: number) =>
      tokens.put({
        id: `${prefix}.${urlSafeToken(45)}!5123.e1`,
        kind,
        grantId: grant.id,
        expiresAt: now() + seconds * 1000,
      }).id;
    return {
      access_token: put('access', 'act', accessTokenSeconds),
      expires_in: accessTokenSeconds,
      refresh_token: put('refresh', 'rft', refreshTokenSeconds),
      refresh_expires_in: refreshTokenSeconds,
    };
  };
  return {
    allow: ({ accountId, scopes, redirectUri, challenge }) => {
      const grant = grants.put({ id: urlSafeToken(9), accountId, scopes, revoked: false });
      const expiresAt = now() + knobs.get().codeSeconds * 1000;
      return codes.put({ id: `${urlSafeToken(48)}*2!4523.va`, grantId: grant.id, redirectUri, challenge, expiresAt })
        .id;
    },
    take: (id) => {
      const code = codes.get(id);
      codes.delete(id);
      return code && code.expiresAt > now() ? code : undefined;
    },
    get: grants.get,
    issue,
    byToken: (id, kind) => live(tokens.get(id), kind),
    rotate: (id) => {
      const grant = live(tokens.get(id), 'refresh');
      if (!grant) return undefined;
      for (const old of tokens.filter(({ grantId }) => grantId === grant.id)) {
        // An access token stays valid until it expires; only the refresh token is replaced.
        if (old.kind === 'refresh' || old.expiresAt <= now()) tokens.delete(old.id);
      }
      return issue(grant);
    },
    live: () => grants.filter((grant) => !grant.revoked),
    revoke: (grant) => {
      grants.update(grant.id, { revoked: true });
      journal.record({ provider: 'tiktok', act: 'grant-revoked', account: grant.accountId, id: grant.id });
    },
  };
}
