/** Whether a statement failed on a unique constraint (of that name, when one is given). */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const found = error as { code?: string; constraint?: string } | null;
  return found?.code === '23505' && (constraint === undefined || found.constraint === constraint);
}

/** Whether a statement failed because the row it points at is not there (by that constraint, when one is given). */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  const found = error as { code?: string; constraint?: string } | null;
  return found?.code === '23503' && (constraint === undefined || found.constraint === constraint);
}
