import { isTransient } from '@reelwright/errors';

/** Whether waiting can help. A rule of the tables that was broken by more than two writers who met is broken each time. */
export function isPassing(error: unknown): boolean {
  return !isLasting(error) && !isConstraintViolation(error);
}

/**
 * Whether it fails each time, however long one waits: a refusal, or data that Postgres takes nowhere (SQLSTATE class 22:
 * a null byte, a time out of range; 54: too large for it). Whatever else it says, or that it is away, may pass.
 */
export function isLasting(error: unknown): boolean {
  return !isTransient(error) || /^(22|54)/.test(sqlState(error));
}

/** SQLSTATE class 23. Two writers that meet can cause it once, so it is worth the quick tries but no waiting. */
function isConstraintViolation(error: unknown): boolean {
  return sqlState(error).startsWith('23');
}

function sqlState(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : '';
}
