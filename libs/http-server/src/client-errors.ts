import type { Socket } from 'node:net';

/** What Node's parser refuses before there is a request, by its code; anything else is a 400. */
const REFUSALS: ReadonlyMap<string, readonly [line: string, error: string, message: string]> = new Map([
  ['HPE_HEADER_OVERFLOW', ['431 Request Header Fields Too Large', 'HEADERS_TOO_LARGE', 'The headers are too large.']],
  ['ERR_HTTP_REQUEST_TIMEOUT', ['408 Request Timeout', 'REQUEST_TIMEOUT', 'The request took too long to arrive.']],
]);
const NOT_HTTP = ['400 Bad Request', 'BAD_REQUEST', 'The request is not valid.'] as const;

/** Answers what never became a request, in our words; there is no id by which it could be found. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [line, code, message] = REFUSALS.get(error.code ?? '') ?? NOT_HTTP;
  const body = JSON.stringify({ error: code, message });
  const head = ['content-type: application/json; charset=utf-8', `content-length: ${body.length}`, 'connection: close'];
  if (socket.writable) socket.end(`HTTP/1.1 ${line}\r\n${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}
