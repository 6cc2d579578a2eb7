const currency = { style: 'currency', currency: 'EUR' } as const;
const exactEuros = new Intl.NumberFormat(undefined, currency);
const wholeEuros = new Intl.NumberFormat(undefined, { ...currency, maximumFractionDigits: 0 });

/** Euros in the browser's locale: "€33.90". */
export const formatEuro = (amount: number) => exactEuros.format(amount);

/** An amount in the currency's cents: "€33.90". */
export const formatCents = (cents: number, code = 'eur') =>
  code.toLowerCase() === 'eur'
    ? exactEuros.format(cents / 100)
    : new Intl.NumberFormat(undefined, { style: 'currency', currency: code }).format(cents / 100);

/** Whole euros in the browser's locale: "€347". */
export const formatWholeEuro = (amount: number) => wholeEuros.format(amount);

/** The price split into currency sign and digits, in the locale's order, so that the sign can be smaller. */
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
