import type { ErasedItem } from '@reelwright/product';
import { fill } from './fill.ts';
import type { Reader } from './reader.ts';

/** What was erased, with its count: '12 video files'. */
export function erasedText({ kind, count }: ErasedItem, { language: { locale, erased } }: Reader): string {
  const texts = erased[kind];
  const text = texts[new Intl.PluralRules(locale).select(count)] ?? texts.other;
  return fill(text, { count: new Intl.NumberFormat(locale).format(count) });
}
