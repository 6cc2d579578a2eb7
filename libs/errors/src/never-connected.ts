/** The fields that errors of libraries share; their classes differ. */
interface ErrorFields {
  readonly message?: unknown;
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);
/** Codes that can also end an established connection. */
const CONNECT_OR_LATER = new Set(['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ETIMEDOUT']);
/** Errors of the TLS handshake. Other TLS errors can come with the response. */
const HANDSHAKE =
  /^(CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|ERR_TLS_CERT|ERR_SSL_(WRONG_VERSION|UNSUPPORTED_PROTOCOL|.*HANDSHAKE_FAILURE|.*ALERT_PROTOCOL_VERSION|.*UNRECOGNIZED_NAME))/;
/** Libraries wrap errors three deep at most; this also ends a circle. */
const MAX_DEPTH = 10;

/**
 * Whether a call failed before any of it was sent: in name lookup, TCP or TLS. Clients report that on the error itself
 * (undici), on its cause (fetch), or on several inner errors (one per address tried).
 */
export function neverConnected(error: unknown): boolean {
  return causesOf(error).some(isConnectError);
}

function isConnectError({ code, syscall, message }: ErrorFields): boolean {
  if (typeof code !== 'string') return false;
  if (NEVER_CONNECTED.has(code) || HANDSHAKE.test(code)) return true;
  if (code === 'ECONNRESET') return String(message).includes('before secure TLS connection');
  return CONNECT_OR_LATER.has(code) && syscall === 'connect';
}

function causesOf(error: unknown, depth = 0): ErrorFields[] {
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return [];
  const { cause, errors } = error as ErrorFields;
  const innerErrors = Array.isArray(errors) ? errors : [];
  return [error, ...[...innerErrors, cause].flatMap((inner) => causesOf(inner, depth + 1))];
}
