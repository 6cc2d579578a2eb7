/** What libraries say about a fault. They bring error classes of their own, so it is known by its fields. */
interface Fault {
  readonly message?: unknown;
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

const UNCONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);
/** These end a connection that was made, too. */
const WHILE_CONNECTING = new Set(['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ETIMEDOUT']);
/** Faults of the TLS handshake; other faults of TLS may come with the answer. */
const HANDSHAKE =
  /^(CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|ERR_TLS_CERT|ERR_SSL_(WRONG_VERSION|UNSUPPORTED_PROTOCOL|.*HANDSHAKE_FAILURE|.*ALERT_PROTOCOL_VERSION|.*UNRECOGNIZED_NAME))/;
/** Wrappers within wrappers have been seen three deep. */
const DEEPEST = 10;

/**
 * Whether a call failed before any of it was sent: name lookup, TCP and TLS come before a request's first byte. Clients
 * state that on the error itself (undici), on its cause (fetch), or on several (addresses tried in turn).
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
