/** The language of the pages. The build writes prices into them, so they can't follow the browser. */
const LOCALE = 'en';
const currency = { style: 'currency', currency: 'EUR' } as const;
const exactEuros = new Intl.NumberFormat(LOCALE, currency);
const wholeEuros = new Intl.NumberFormat(LOCALE, { ...currency, maximumFractionDigits: 0 });

/** Euros: "€33.90". */
export const formatEuro = (amount: number) => exactEuros.format(amount);

/** An amount in the currency's cents: "€33.90". */
export const formatCents = (cents: number, code = 'eur') =>
  code.toLowerCase() === 'eur'
    ? exactEuros.format(cents / 100)
    : new Intl.NumberFormat(LOCALE, { style: 'currency', currency: code }).format(cents / 100);

/** Whole euros: "€347". */
export const formatWholeEuro = (amount: number) => wholeEuros.format(amount);

/** The price split into currency sign and digits, so that the sign can be smaller. */
export function euroParts(amount: number): { text: string; isSign: boolean }[] {
  const format = amount === 0 ? wholeEuros : exactEuros;
  const runs: { text: string; isSign: boolean }[] = [];
  for (const { type, value } of format.formatToParts(amount)) {
    const isSign = type === 'currency';
    const last = runs.at(-1);
    if (last && last.isSign === isSign) last.text += value;
    else runs.push({ text: value, isSign });
  }
  return runs;
}
