/** As `Intl.NumberFormat('en')` does, which takes a browser 30 ms to create before it can show a price. */
function inEuros(amount: number, digits: 0 | 2): string {
  const [whole = '', cents] = Math.abs(amount).toFixed(digits).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return `${amount < 0 ? '-' : ''}€${grouped}${cents ? `.${cents}` : ''}`;
}

/** Euros: "€33.90". */
export const formatEuro = (amount: number) => inEuros(amount, 2);

/** An amount in the currency's cents: "€33.90". */
export const formatCents = (cents: number, code = 'eur') =>
  code.toLowerCase() === 'eur'
    ? inEuros(cents / 100, 2)
    : new Intl.NumberFormat('en', { style: 'currency', currency: code }).format(cents / 100);

/** Whole euros: "€347". */
export const formatWholeEuro = (amount: number) => inEuros(amount, 0);

/** A price from 0 on, split into currency sign and digits, so that the sign can be smaller. */
export function euroParts(amount: number): { text: string; isSign: boolean }[] {
  const text = amount === 0 ? formatWholeEuro(amount) : formatEuro(amount);
  return [
    { text: text.slice(0, 1), isSign: true },
    { text: text.slice(1), isSign: false },
  ];
}
