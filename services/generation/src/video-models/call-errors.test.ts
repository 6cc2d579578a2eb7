import { isModelResponse, isRejectedContent, isUnknownWork, startedNoWork } from './call-errors.ts';

const answered = (status: number, message = '') =>
  Object.assign(new Error(JSON.stringify({ error: { code: status, message, status: 'INVALID_ARGUMENT' } })), {
    status,
  });
const page = (status: number, text = '') => Object.assign(new Error(text), { status, body: `<html>${text}</html>` });
const broken = (code: string, more: object = {}) =>
  Object.assign(new Error('fetch failed'), { cause: Object.assign(new Error(code), { code, ...more }) });

it.each([
  ['a connection that is refused', broken('ECONNREFUSED')],
  ['a name that is not found', broken('ENOTFOUND')],
  ['no connection in time', broken('UND_ERR_CONNECT_TIMEOUT')],
  ['a connection that times out', broken('ETIMEDOUT', { syscall: 'connect' })],
  ['a certificate that is not accepted', broken('CERT_HAS_EXPIRED')],
  ['all addresses refused', Object.assign(new Error(), { cause: new AggregateError([broken('ECONNREFUSED').cause]) })],
  ['no token', Object.assign(new Error('503'), { name: 'GaxiosError', status: 503 })],
  ['too many requests', answered(429)],
  ['a rejected request', answered(400)],
  ['a rejected key', answered(401)],
  ['a model that is unavailable', answered(503)],
  ['a model that reports a failure', answered(500)],
  ['a page instead of a response', page(200)],
])('%s started nothing', (_what, error) => {
  expect(startedNoWork(error)).toBe(true);
});

it.each([
  ['a connection cut after the request', broken('UND_ERR_SOCKET')],
  ['a connection reset', broken('ECONNRESET')],
  ['no response in time', new DOMException('The operation timed out.', 'TimeoutError')],
  ['a gateway without a response', answered(502)],
  ['a gateway that timed out', answered(504)],
  ['a response that cannot be parsed', new SyntaxError('Unexpected end of JSON input')],
])('%s may have begun', (_what, error) => {
  expect(startedNoWork(error)).toBe(false);
});

it('recognises by an error of the model, but not by an outage, that it is reachable', () => {
  for (const status of [400, 403, 404]) expect(isModelResponse(answered(status))).toBe(true);
  const pages = [page(200), page(403), page(404), new SyntaxError("Unexpected token '<'")];
  for (const error of [answered(429), answered(500), answered(503), broken('ECONNREFUSED'), ...pages])
    expect(isModelResponse(error)).toBe(false);
});

it('knows work that the model does not know any more from a rejected key', () => {
  expect(isUnknownWork(answered(400, 'Invalid interaction name: v1_x'))).toBe(true);
  expect(isUnknownWork(answered(404, 'Operation projects/p/operations/x was not found.'))).toBe(true);
  expect(isUnknownWork(answered(403, 'You do not have permission to access the File x or it may not exist.'))).toBe(
    true,
  );
  expect(isUnknownWork(answered(400, 'API key not valid. Please pass a valid API key.'))).toBe(false);
  expect(isUnknownWork(answered(404, 'Publisher Model `m` was not found.'))).toBe(false);
  expect(isUnknownWork(answered(503, 'The operation was not found.'))).toBe(false);
  expect(isUnknownWork(page(404, 'The file was not found.'))).toBe(false);
});

it('distinguishes a 400 about the content from a 400 about the call', () => {
  expect(isRejectedContent(answered(400, 'The prompt was blocked for safety reasons.'))).toBe(true);
  expect(isRejectedContent(answered(400, 'API key not valid.'))).toBe(false);
  expect(isRejectedContent(page(400, 'Your request was blocked.'))).toBe(false);
});
