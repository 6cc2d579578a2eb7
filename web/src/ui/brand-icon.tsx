import type { Platform } from '@reelwright/product';

export type BrandName = Platform | 'drive' | 'google';

/** The logo of another company beside its name, in the colour of the text. */
export function BrandIcon({ name }: { name: BrandName }) {
  return <i className={`icon brand-icon is-${name}`} aria-hidden="true" />;
}
