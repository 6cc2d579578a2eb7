import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

export const UNSUPPORTED_TRANSFER_CODING = [
  'UNSUPPORTED_TRANSFER_CODING',
  'The only transfer coding accepted for a body is chunked.',
] as const;

/** The responses to errors of Node's HTTP parser, by error code; any other error is a 400. */
const RESPONSES: ReadonlyMap<string, readonly [line: string, error: string, message: string]> = new Map([
  ['HPE_HEADER_OVERFLOW', ['431 Request Header Fields Too Large', 'HEADERS_TOO_LARGE', 'The headers are too large.']],
  ['ERR_HTTP_REQUEST_TIMEOUT', ['408 Request Timeout', 'REQUEST_TIMEOUT', 'The request took too long to arrive.']],
  ['HPE_INVALID_TRANSFER_ENCODING', ['501 Not Implemented', ...UNSUPPORTED_TRANSFER_CODING]],
]);
const NOT_HTTP = ['400 Bad Request', 'BAD_REQUEST', 'The request is not valid.'] as const;

/** Responds to input that never became a request, with an id that is also in the log. */
export function respondToClientError(this: FastifyInstance, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [line, code, message] = RESPONSES.get(error.code ?? '') ?? NOT_HTTP;
  const requestId = randomUUID();
  this.log.info({ code, status: Number.parseInt(line, 10), requestId }, 'request refused');
  const body = JSON.stringify({ error: code, message, requestId });
  const head = ['content-type: application/json; charset=utf-8', `content-length: ${body.length}`, 'connection: close'];
  if (socket.writable) socket.end(`HTTP/1.1 ${line}\r\n${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}
