import { isTransient } from '@reelwright/errors';

/** Whether a retry after a wait may succeed. A broken constraint gets only the quick retries. */
export function isTransientFailure(error: unknown): boolean {
  return !isPermanentFailure(error) && !isConstraintViolation(error);
}

/**
 * Whether every retry fails: an AppError that is not transient, or data that Postgres never accepts (SQLSTATE class 22: a null byte, a time out
 * of range; 54: too large). All else is transient.
 */
export function isPermanentFailure(error: unknown): boolean {
  return !isTransient(error) || /^(22|54)/.test(sqlState(error));
}

/** SQLSTATE class 23. Two concurrent writers can cause it once, so it is retried at once but not after a wait. */
function isConstraintViolation(error: unknown): boolean {
  return sqlState(error).startsWith('23');
}

function sqlState(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : '';
}
