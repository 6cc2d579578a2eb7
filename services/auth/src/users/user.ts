/** A person with an account. Outside this service the id is an opaque string. */
export interface User {
  readonly id: number;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly passwordHash: string | null;
  /** Issuer and subject together identify the user at Google. Without `googleSub` the account is not linked. */
  readonly googleIss: string;
  readonly googleSub: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly profileImageUrl: string | null;
  /** Whether notices such as a failed payment are mailed. Mails about the password are always sent. */
  readonly mailNotices: boolean;
  readonly revision: number;
  readonly createdAt: Date;
}
