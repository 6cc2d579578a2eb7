import type { Platform } from '@reelwright/product';

export type BrandName = Platform | 'drive' | 'google';

/** The mark of another company beside its name, in the colour of the words. */
export function BrandIcon({ name }: { name: BrandName }) {
  return <i className={`icon brand-icon is-${name}`} aria-hidden="true" />;
}
