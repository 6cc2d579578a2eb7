import { createHash, randomBytes } from 'node:crypto';

/** Every service that holds personal data. Each erases its own part. */
export const SERVICES = [
  'auth',
  'billing',
  'scheduling',
  'generation',
  'drive',
  'publishing',
  'analytics',
  'external-api',
] as const;

/** Why an account was deleted: by its owner, displaced by Google's owner of the address, or unused for five years. */
export type DeletionReason = 'owner' | 'displaced' | 'inactive';

export interface ErasedItem {
  readonly what: string;
  readonly count: number;
}

export interface Receipt {
  readonly requestedAt: Date;
  readonly finishedAt: Date | null;
  readonly parts: readonly {
    readonly service: string;
    readonly finishedAt: Date | null;
    readonly erased: readonly ErasedItem[];
  }[];
}

/** The secret that opens a receipt without an account: 128 random bits. It is shown once; only its hash is stored. */
export const createReceiptCode = (): string => randomBytes(16).toString('base64url');

export const hashReceiptCode = (code: string): string => createHash('sha256').update(code).digest('base64url');
