/** The tokens from a consent or a refresh. Times are real time, read from the provider's reply. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken?: string;
  readonly accessExpiresAt?: Date;
  readonly refreshExpiresAt?: Date;
}

/** A Page that the person may post to. */
export interface Page {
  readonly id: string;
  readonly name: string;
  readonly token: string;
}

/** The result of a consent. */
export interface Grant {
  readonly tokens: Tokens;
  readonly scopes: readonly string[];
  /** The person at the provider. */
  readonly providerUserId: string;
  /** The person's id within this app, if it differs. */
  readonly appUserId?: string;
  /** The account that posts go to; absent until it is chosen. */
  readonly account?: { readonly id: string; readonly name: string; readonly token?: string };
  /** There are several Pages, and the user has to choose one. */
  readonly choosePage?: boolean;
}

/** The stored tokens, and when they were issued. */
export interface StoredTokens extends Tokens {
  readonly issuedAt: Date;
}

/** One platform's OAuth: the consent's address, the exchange of its code, the refresh and the revocation. */
export interface Login {
  /** A post can't be made without these scopes. */
  readonly requiredScopes: readonly string[];
  readonly usesPkce: boolean;
  authorizeUrl(given: { state: string; redirectUri: string; challenge?: string }): string;
  /** @throws AppError FAILED_PRECONDITION with a sentence for the person; ProviderRefusal; Unreachable */
  exchange(given: { code: string; redirectUri: string; verifier?: string }): Promise<Grant>;
  /** Absent if the provider has no refresh. */
  refresh?(tokens: StoredTokens): Promise<Tokens>;
  /**
   * The latest time to refresh these tokens, with room for an outage or a long upload, in real time. Undefined:
   * never.
   */
  refreshAt(tokens: StoredTokens): Date | undefined;
  /** Tokens younger than this can't be refreshed. */
  readonly minAgeMs?: number;
  /** The token with which the consent itself expires, whatever is refreshed. One without an expiry never does. */
  readonly endsWith: 'accessExpiresAt' | 'refreshExpiresAt';
  /** Revokes the grant. Succeeds if the provider no longer knows it. */
  revoke(stored: { accessToken: string; refreshToken?: string; providerUserId: string }): Promise<void>;
}
