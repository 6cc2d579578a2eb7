import { isTransient } from '@reelwright/errors';

/** Whether taking an event again can help. Data that fits no column, or breaks a rule of the tables, does so each time. */
export function isPassing(error: unknown): boolean {
  return isTransient(error) && !isDataException(error) && !isConstraintViolation(error);
}

/** SQLSTATE class 22. */
export function isDataException(error: unknown): boolean {
  return sqlState(error).startsWith('22');
}

/** SQLSTATE class 23. Two writers that meet can cause it once, so it is worth the quick tries but no waiting. */
function isConstraintViolation(error: unknown): boolean {
  return sqlState(error).startsWith('23');
}

function sqlState(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : '';
}
