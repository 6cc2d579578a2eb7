/** Those that the client of PostgreSQL knows. It takes any other for verify-full, which its author may not have meant. */
const MODES = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full'];

/** The sslmode of a database's address: of several, the client takes the last. */
export const sslModeOf = (url: string): string | undefined => URL.parse(url)?.searchParams.getAll('sslmode').at(-1);

/** Why an address is refused everywhere: its sslmode is misspelled. */
export function wrongSslMode(url: string): string | undefined {
  const mode = sslModeOf(url);
  return mode === undefined || MODES.includes(mode) ? undefined : `its sslmode must be one of ${MODES.join(', ')}`;
}
