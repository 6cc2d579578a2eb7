/** Whether a statement failed on a unique constraint (of that name, when one is given). */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return isViolation('23505', error, constraint);
}

/** Whether a statement failed because the row it points at is not there (by that constraint, when one is given). */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  return isViolation('23503', error, constraint);
}

function isViolation(code: string, error: unknown, constraint: string | undefined): boolean {
  const found = error as { code?: string; constraint?: string } | null;
  return found?.code === code && (constraint === undefined || found.constraint === constraint);
}

/**
 * No connection could be made, so nothing was done and a retry is safe. Not an AppError: those are answers that a service
 * chose. Servers answer it with 503 (libs/http-server knows its code).
 */
export class DatabaseUnavailable extends Error {
  readonly code = 'DATABASE_UNAVAILABLE';

  constructor(cause: unknown) {
    super('no connection to the database', { cause });
    this.name = 'DatabaseUnavailable';
  }
}
