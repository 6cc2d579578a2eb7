/** The fields that errors of libraries share; their classes differ. */
interface Fault {
  readonly message?: unknown;
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

const UNCONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);
/** Codes that can also end an established connection. */
const WHILE_CONNECTING = new Set(['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ETIMEDOUT']);
/** Faults of the TLS handshake. Other TLS faults can come with the response. */
const HANDSHAKE =
  /^(CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|ERR_TLS_CERT|ERR_SSL_(WRONG_VERSION|UNSUPPORTED_PROTOCOL|.*HANDSHAKE_FAILURE|.*ALERT_PROTOCOL_VERSION|.*UNRECOGNIZED_NAME))/;
/** Errors have been seen wrapped three deep. */
const DEEPEST = 10;

/**
 * Whether a call failed before any of it was sent: in name lookup, TCP or TLS. Clients report that on the error itself
 * (undici), on its cause (fetch), or on several errors (one per address tried).
 */
export function neverConnected(error: unknown): boolean {
  return causesOf(error).some(isOfConnecting);
}

function isOfConnecting({ code, syscall, message }: Fault): boolean {
  if (typeof code !== 'string') return false;
  if (UNCONNECTED.has(code) || HANDSHAKE.test(code)) return true;
  if (code === 'ECONNRESET') return String(message).includes('before secure TLS connection');
  return WHILE_CONNECTING.has(code) && syscall === 'connect';
}

function causesOf(error: unknown, depth = 0): Fault[] {
  if (typeof error !== 'object' || error === null || depth > DEEPEST) return [];
  const { cause, errors } = error as Fault;
  const several = Array.isArray(errors) ? errors : [];
  return [error, ...[...several, cause].flatMap((each) => causesOf(each, depth + 1))];
}
