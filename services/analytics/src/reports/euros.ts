/** Euros with cents, of a whole number of cents. */
export const toEuros = (cents: number): number => Number((cents / 100).toFixed(2));
