/** Whether a statement failed on a unique constraint (of that name, when one is passed). */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return isViolation('23505', error, constraint);
}

/** Whether a statement failed because a row it references does not exist (by that constraint, when one is passed). */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  return isViolation('23503', error, constraint);
}

function isViolation(code: string, error: unknown, constraint: string | undefined): boolean {
  const fields = error as { code?: string; constraint?: string } | null;
  return fields?.code === code && (constraint === undefined || fields.constraint === constraint);
}

/**
 * No connection could be made, so nothing was done and a retry is safe. It is no AppError, because no service threw it by
 * a rule of its own. Servers respond with 503 (libs/http-server maps its code).
 */
export class DatabaseUnavailable extends Error {
  readonly code = 'DATABASE_UNAVAILABLE';

  constructor(cause: unknown) {
    super('no connection to the database', { cause });
    this.name = 'DatabaseUnavailable';
  }
}
