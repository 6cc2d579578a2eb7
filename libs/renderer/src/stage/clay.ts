import { createClaySet } from './clay-set.ts';
import type { Lump } from './lump.ts';

/** One piece of clay: all its lumps may blend into each other. */
export function createClay(lumps: readonly Lump[]) {
  return createClaySet([lumps], null);
}
