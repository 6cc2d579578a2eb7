import { createHash, randomBytes } from 'node:crypto';
import { type ErasedItem, type ErasedKind, isErasedKind } from '@reelwright/product';

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

/**
 * Why an account was deleted: by its owner or at the owner's request, displaced by Google's owner of the address, or unused
 * for five years.
 */
export type DeletionReason = 'owner' | 'displaced' | 'inactive';

/** An item as a service reported it. Its kind may be one of a newer or an older version. */
export interface ReportedItem {
  readonly kind: string;
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

/** The items with kinds that this version knows, in their order; all others are counted together as 'other_record'. */
export function readReported(items: readonly ReportedItem[]): ErasedItem[] {
  const counts = new Map<ErasedKind, number>();
  for (const { kind, count } of items) {
    const known = isErasedKind(kind) ? kind : 'other_record';
    counts.set(known, (counts.get(known) ?? 0) + count);
  }
  return [...counts].map(([kind, count]) => ({ kind, count }));
}

/** The secret that opens a receipt without an account: 128 random bits. It is shown once; only its hash is stored. */
export const createReceiptCode = (): string => randomBytes(16).toString('base64url');

export const hashReceiptCode = (code: string): string => createHash('sha256').update(code).digest('base64url');
