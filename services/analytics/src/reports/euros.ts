/** Converts cents to euros. */
export const toEuros = (cents: number): number => Number((cents / 100).toFixed(2));
