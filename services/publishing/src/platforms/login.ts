/** What a consent or a refresh brought. Times are real time, read from the provider's reply. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken?: string;
  readonly accessExpiresAt?: Date;
  readonly refreshExpiresAt?: Date;
}

/** A Page of Facebook that may be posted to. */
export interface Page {
  readonly id: string;
  readonly name: string;
  readonly token: string;
}

/** What a consent is good for. */
export interface Grant {
  readonly tokens: Tokens;
  readonly scopes: readonly string[];
  /** The person at the provider. */
  readonly providerUserId: string;
  /** The person as this app knows them, where that is another id. */
  readonly appUserId?: string;
  /** The account that is posted to; absent while it has to be chosen. */
  readonly account?: { readonly id: string; readonly name: string; readonly token?: string };
  /** Several Pages: one has to be chosen. */
  readonly choosePage?: boolean;
}

/** The tokens as they are kept, and when they were issued. */
export interface StoredTokens extends Tokens {
  readonly issuedAt: Date;
}

/** One platform's consent: sending people there, taking them back, keeping the grant alive, giving it up. */
export interface Login {
  /** Without these a post can't be made. */
  readonly requiredScopes: readonly string[];
  readonly usesPkce: boolean;
  authorizeUrl(given: { state: string; redirectUri: string; challenge?: string }): string;
  /** @throws AppError FAILED_PRECONDITION with a sentence for the person; ProviderRefusal; Unreachable */
  exchange(given: { code: string; redirectUri: string; verifier?: string }): Promise<Grant>;
  /** Absent where the provider has no refresh. */
  refresh?(tokens: StoredTokens): Promise<Tokens>;
  /** The latest time to refresh these tokens, with room for a bad day or a long upload, in real time; undefined = never. */
  refreshAt(tokens: StoredTokens): Date | undefined;
  /** Younger tokens than this may not be refreshed. */
  readonly minAgeMs?: number;
  /** When the person's consent itself runs out, whatever is refreshed; undefined = it doesn't. Real time. */
  endsAt(tokens: Pick<Tokens, 'accessExpiresAt' | 'refreshExpiresAt'>): Date | undefined;
  /** Gives the grant back. Succeeds when it is gone already. */
  revoke(held: { accessToken: string; refreshToken?: string; providerUserId: string }): Promise<void>;
}
