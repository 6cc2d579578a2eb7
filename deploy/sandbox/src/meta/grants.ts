import { createHmac, timingSafeEqual } from 'node:crypto';
import { token as letters, urlSafeToken } from '../core/ids.ts';
import type { ProviderName } from '../core/origins.ts';
import type { Sandbox } from '../core/sandbox.ts';
import { graphError } from './errors.ts';
import type { GraphCall } from './graph.ts';

/** A person's consent to an app. */
export interface Grant {
  id: string;
  accountId: string;
  scopes: string[];
  declined: string[];
  /** The Facebook Pages that the person chose. */
  pageIds: string[];
  revoked: boolean;
}

export interface Token {
  id: string;
  kind: 'user' | 'page';
  grantId: string;
  pageId: string | null;
  isLong: boolean;
  /** Real time, milliseconds. */
  issuedAt: number;
  /** null = does not expire. */
  expiresAt: number | null;
}

interface Code {
  id: string;
  grantId: string;
  redirectUri: string;
  expiresAt: number;
}

export interface Grants {
  /** Stores a consent. @returns its code */
  allow(fields: Omit<Grant, 'id' | 'revoked'>, redirectUri: string, codeSeconds: number): string;
  /** Redeems a code. Undefined when it is unknown, used or expired. */
  take(code: string): { grant: Grant; redirectUri: string } | undefined;
  issue(
    grant: Grant,
    fields: { kind: Token['kind']; pageId?: string; isLong: boolean; expiresAt: number | null },
  ): Token;
  /** Finds a token that was issued. */
  find(token: string): Token | undefined;
  /** The valid grant of a token. @throws code 190 with the subcode for the reason */
  require(token: string | undefined): { token: Token; grant: Grant };
  /** `require` for a call: also checks its proof, and revokes by the chaos switch. */
  of(call: GraphCall): { token: Token; grant: Grant };
  revoke(grant: Grant): void;
  forget(grant: Grant, scope: string): void;
  live(): Grant[];
}

export function grantsOf(
  { store, clock, chaos, journal }: Sandbox,
  name: ProviderName,
  app: { secret: string; prefix: string },
): Grants {
  const grants = store.collection<Grant>(`${name}-grants`);
  const tokens = store.collection<Token>(`${name}-tokens`);
  const codes = store.collection<Code>(`${name}-codes`);
  const now = () => clock.real().getTime();

  const required: Grants['require'] = (id) => {
    if (!id) throw graphError(2500, 'An active access token must be used to query information about the current user.');
    const token = tokens.get(id);
    const grant = token && grants.get(token.grantId);
    if (!token || !grant)
      throw graphError(190, 'Invalid OAuth access token - Cannot parse access token', { status: 401 });
    if (grant.revoked)
      throw graphError(190, 'Error validating access token: The user has not authorized this application.', {
        subcode: 458,
      });
    if (token.expiresAt !== null && token.expiresAt <= now()) {
      throw graphError(
        190,
        `Error validating access token: Session has expired on ${new Date(token.expiresAt).toUTCString()}.`,
        { subcode: 463 },
      );
    }
    return { token, grant };
  };
  const revoke = (grant: Grant): void => {
    for (const { id } of grants.filter((other) => other.accountId === grant.accountId && !other.revoked))
      grants.update(id, { revoked: true });
    journal.record({ provider: name, act: 'grant-revoked', account: grant.accountId, id: grant.id });
  };
  return {
    allow: (fields, redirectUri, codeSeconds) => {
      const grant = grants.put({ ...fields, id: urlSafeToken(9), revoked: false });
      return codes.put({
        id: `AQ${urlSafeToken(120)}`,
        grantId: grant.id,
        redirectUri,
        expiresAt: now() + codeSeconds * 1000,
      }).id;
    },
    take: (id) => {
      const code = codes.get(id);
      const grant = grants.get(code?.grantId ?? '');
      codes.delete(id);
      return code && grant && !grant.revoked && code.expiresAt > now()
        ? { grant, redirectUri: code.redirectUri }
        : undefined;
    },
    issue: (grant, { kind, pageId = null, isLong, expiresAt }) => {
      const same = tokens.find(
        (token) =>
          pageId !== null &&
          token.pageId === pageId &&
          token.grantId === grant.id &&
          token.isLong === isLong &&
          token.expiresAt === expiresAt,
      );
      return (
        same ??
        tokens.put({
          id: `${app.prefix}${letters(160)}`,
          kind,
          grantId: grant.id,
          pageId,
          isLong,
          issuedAt: now(),
          expiresAt,
        })
      );
    },
    find: tokens.get,
    require: required,
    of: (call) => {
      const found = required(call.token);
      if (chaos.strikes(name, 'revokedToken', found.grant.id)) {
        call.request.fault = 'revokedToken';
        revoke(found.grant);
      }
      const proof = call.params.appsecret_proof;
      if (proof !== undefined && !isProof(proof, found.token.id, app.secret)) {
        throw graphError(100, 'Invalid appsecret_proof provided in the API argument', { type: 'GraphMethodException' });
      }
      return required(call.token);
    },
    revoke,
    forget: (grant, scope) => {
      grants.update(grant.id, {
        scopes: grant.scopes.filter((one) => one !== scope),
        declined: [...new Set([...grant.declined, scope])],
      });
    },
    live: () => grants.filter((grant) => !grant.revoked),
  };
}

function isProof(proof: string, token: string, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(token).digest();
  const fields = Buffer.from(proof, 'hex');
  return fields.length === expected.length && timingSafeEqual(fields, expected);
}

/** Checks an endpoint's permissions. @throws code 10 or 200 */
export function requireScopes(grant: Grant, scopes: readonly string[], code: 10 | 200): void {
  const missing = scopes.filter((scope) => !grant.scopes.includes(scope));
  if (missing.length > 0)
    throw graphError(code, `(#${code}) Requires ${missing.join(', ')} permission to manage the object`);
}
