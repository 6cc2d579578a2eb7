import { AppError, untrustedCertificate } from '@reelwright/errors';

interface ConnectionError {
  /** An SQLSTATE, or a code of Node. */
  readonly code?: unknown;
  readonly message?: string;
  readonly syscall?: string;
  readonly path?: string;
}

/** Why the server can't be used at this URL, with what to look at; undefined for an error that may pass by itself. */
function refusalOf(error: unknown): string | undefined {
  const { code, message = '', syscall, path } = error as ConnectionError;
  const untrusted = untrustedCertificate({ code, message });
  if (untrusted !== undefined) {
    return `PostgreSQL's certificate is not trusted (${untrusted}): check sslrootcert and the host name of DATABASE_URL`;
  }
  if (message === 'The server does not support SSL connections') {
    return 'PostgreSQL offers no TLS: check sslmode of DATABASE_URL and ssl of the server';
  }
  if (syscall === 'open') return `The file ${path} of sslrootcert in DATABASE_URL cannot be read (${String(code)})`;
  switch (code) {
    case '28P01':
      return `PostgreSQL refuses the password (${message}): check the user and the password of DATABASE_URL`;
    case '28000':
      return `PostgreSQL refuses the user (${message}): check DATABASE_URL and the server's pg_hba.conf`;
    case '3D000':
      return `PostgreSQL has no such database (${message}): check DATABASE_URL`;
    case '53300':
      return `PostgreSQL has no connection left (${message}): check max_connections of the server and connection limits of the role and the database`;
    default:
      return undefined;
  }
}

/** An error to throw in its place: its message is the refusal, if it is one. Transient, because operators can end it. */
export function explained(error: unknown): unknown {
  const refusal = refusalOf(error);
  return refusal ? new AppError('UNAVAILABLE', 'DATABASE_REFUSES', refusal) : error;
}
