import { urlSafeToken } from '../../core/ids.ts';
import type { Sandbox } from '../../core/sandbox.ts';
import { credentials } from '../../credentials.ts';
import { accountFor, accountsOf } from '../accounts.ts';
import { scopes as known } from './scopes.ts';

/** A person's consent to a client. Its end makes all its tokens invalid. */
export interface Grant {
  id: string;
  clientId: string;
  accountId: string;
  /** The chosen YouTube channel; null without one. */
  channelId: string | null;
  scopes: string[];
  revoked: boolean;
}

interface Token {
  /** The token itself. */
  id: string;
  kind: 'access' | 'refresh';
  grantId: string;
  /** Real time, milliseconds; null = does not expire. */
  expiresAt: number | null;
}

export interface Code {
  id: string;
  grantId: string;
  redirectUri: string;
  challenge: string | null;
  challengeMethod: 'S256' | 'plain';
  nonce: string | null;
  /** Whether its exchange gives a refresh token. */
  refreshable: boolean;
  expiresAt: number;
  used: boolean;
}

export const accessTokenSeconds = 3599;
const codeSeconds = 600;
const refreshTokensPerGrant = 100;

export interface Grants {
  /** Stores a consent. With `include`, earlier scopes of the same client and account are added. */
  allow(fields: Omit<Grant, 'id' | 'revoked'>, include: boolean): Grant;
  /** All valid grants of an account to a client. */
  live(clientId: string, accountId: string): Grant[];
  issueCode(fields: Omit<Code, 'id' | 'expiresAt' | 'used'>): Code;
  code(id: string): Code | undefined;
  useCode(id: string): void;
  issueAccess(grant: Grant): string;
  issueRefresh(grant: Grant): string;
  /** The grant of a token that is neither expired nor revoked. */
  byToken(token: string, kind: Token['kind']): Grant | undefined;
  /** When a token expires. Real time, milliseconds; null = does not expire. */
  expiryOf(token: string): number | null;
  /** Whether a refresh token was issued under a grant. */
  isOffline(grant: Grant): boolean;
  /** Ends a grant by any of its tokens. False for an unknown token. */
  revoke(token: string): boolean;
  /** The ids of the accounts with a consent. */
  connected(): string[];
  /** Ends the person's consent. */
  remove(accountId: string): void;
}

export function grantsOf(sandbox: Sandbox): Grants {
  const { store, clock, journal } = sandbox;
  const grants = store.collection<Grant>('google-grants');
  const tokens = store.collection<Token>('google-tokens');
  const codes = store.collection<Code>('google-codes');
  const now = () => clock.real().getTime();
  const live = (clientId: string, accountId: string) =>
    grants.filter((grant) => grant.clientId === clientId && grant.accountId === accountId && !grant.revoked);

  /** Ends all consents of the person to the client. */
  const end = (grant: Grant): void => {
    for (const { id } of live(grant.clientId, grant.accountId)) grants.update(id, { revoked: true });
    const { email } = accountsOf(store).get(grant.accountId) ?? { email: '' };
    journal.record({ provider: 'google', act: 'grant-revoked', account: grant.accountId, id: grant.id, key: email });
  };

  return {
    allow: (fields, include) => {
      const earlier = include ? live(fields.clientId, fields.accountId).flatMap((grant) => grant.scopes) : [];
      return grants.put({
        ...fields,
        id: urlSafeToken(9),
        scopes: [...new Set([...fields.scopes, ...earlier])],
        revoked: false,
      });
    },
    live,
    issueCode: (fields) =>
      codes.put({ ...fields, id: `4/0A${urlSafeToken(42)}`, expiresAt: now() + codeSeconds * 1000, used: false }),
    code: codes.get,
    useCode: (id) => {
      codes.update(id, { used: true });
    },
    issueAccess: (grant) => {
      // Tokens that expired long ago would only fill the file.
      for (const dead of tokens.filter(({ expiresAt }) => expiresAt !== null && expiresAt < now() - 3_600_000))
        tokens.delete(dead.id);
      const id = `ya29.a0${urlSafeToken(96)}`;
      return tokens.put({ id, kind: 'access', grantId: grant.id, expiresAt: now() + accessTokenSeconds * 1000 }).id;
    },
    issueRefresh: (grant) => {
      const same = new Set(live(grant.clientId, grant.accountId).map(({ id }) => id));
      const held = tokens.filter((token) => token.kind === 'refresh' && same.has(token.grantId));
      for (const oldest of held.slice(0, Math.max(0, held.length - refreshTokensPerGrant + 1)))
        tokens.delete(oldest.id);
      return tokens.put({ id: `1//0${urlSafeToken(64)}`, kind: 'refresh', grantId: grant.id, expiresAt: null }).id;
    },
    byToken: (id, kind) => {
      const token = tokens.get(id);
      if (!token || token.kind !== kind || (token.expiresAt !== null && token.expiresAt <= now())) return undefined;
      const grant = grants.get(token.grantId);
      return grant && !grant.revoked ? grant : undefined;
    },
    expiryOf: (id) => tokens.get(id)?.expiresAt ?? null,
    isOffline: ({ id }) => tokens.find(({ kind, grantId }) => kind === 'refresh' && grantId === id) !== undefined,
    revoke: (id) => {
      const grant = grants.get(tokens.get(id)?.grantId ?? '');
      if (!grant || grant.revoked) return false;
      end(grant);
      return true;
    },
    connected: () => [...new Set(grants.filter(({ revoked }) => !revoked).map(({ accountId }) => accountId))],
    remove: (accountId) => {
      for (const grant of grants.filter((one) => one.accountId === accountId)) if (!grant.revoked) end(grant);
    },
  };
}

/** Creates the operator's Drive grant once, so that a revoked one stays revoked. */
export function seedOperatorGrant({ store }: Sandbox): void {
  const grants = store.collection<Grant>('google-grants');
  const operator = accountFor(accountsOf(store), credentials.google.operatorEmail);
  if (!operator || grants.get('operator')) return;
  const { driveClientId, driveRefreshToken } = credentials.google;
  grants.put({
    id: 'operator',
    clientId: driveClientId,
    accountId: operator.id,
    channelId: null,
    scopes: [known.driveFile],
    revoked: false,
  });
  store
    .collection<Token>('google-tokens')
    .put({ id: driveRefreshToken, kind: 'refresh', grantId: 'operator', expiresAt: null });
}
