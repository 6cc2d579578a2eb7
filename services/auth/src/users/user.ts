/** A person with an account. Outside this service the id is an opaque string. */
export interface User {
  readonly id: number;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly passwordHash: string | null;
  /** Who this is at Google: both together. Without `googleSub` the account is not linked. */
  readonly googleIss: string;
  readonly googleSub: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly profileImageUrl: string | null;
  /** Whether notices (a failed payment and the like) are sent by mail; what concerns the password always is. */
  readonly mailNotices: boolean;
  readonly revision: number;
  readonly createdAt: Date;
}
