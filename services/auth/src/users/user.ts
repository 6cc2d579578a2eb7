import type { ProfileSettings } from './profile-settings.ts';

/** A person with an account. Outside this service the id is an opaque string. */
export interface User extends ProfileSettings {
  readonly id: number;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly passwordHash: string | null;
  /** Issuer and subject together identify the user at Google. Without `googleSub` the account is not linked. */
  readonly googleIss: string;
  readonly googleSub: string | null;
  readonly profileImageUrl: string | null;
  readonly revision: number;
  readonly createdAt: Date;
}
