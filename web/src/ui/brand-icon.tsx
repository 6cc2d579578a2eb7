import type { Platform } from '@reelwright/product';
import type { CSSProperties } from 'react';

export type BrandName = Platform | 'drive' | 'google';

/** The logo of another company beside its name, in the colour of the text: public/marks/<name>.svg. */
export function BrandIcon({ name }: { name: BrandName }) {
  const mark = { '--mark': `url("/marks/${name}.svg")` } as CSSProperties;
  return <i className="icon brand-icon" style={mark} aria-hidden="true" />;
}
