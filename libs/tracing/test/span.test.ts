import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { continueTrace, createSpanExport, currentTrace, formatTraceparent, runSpan } from '../src/index.ts';

interface OtlpSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status: { readonly code: number; readonly message?: string };
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
}
interface OtlpRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { readonly key: string; readonly value: object }[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

let receiver: Server;
let received: { path: string | undefined; body: OtlpRequest }[];
let answer: number;
beforeEach(async () => {
  received = [];
  answer = 200;
  receiver = createServer(async (request, response) => {
    received.push({ path: request.url, body: (await json(request)) as OtlpRequest });
    response.writeHead(answer, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
});
afterEach(() => {
  receiver.closeAllConnections();
  receiver.close();
});

const warnings: object[] = [];
const logger = { warn: (fields: object) => void warnings.push(fields) };

/** Runs work while spans are exported. @returns the spans */
async function exported(work: () => Promise<unknown>): Promise<readonly OtlpSpan[]> {
  const { port } = receiver.address() as AddressInfo;
  const spans = createSpanExport({ service: 'billing', endpoint: `http://127.0.0.1:${port}/otlp`, logger });
  await spans.start();
  await work().catch(() => undefined);
  await spans.stop();
  return received.flatMap(({ body }) =>
    body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
}

const byName = (spans: readonly OtlpSpan[], name: string) => spans.find((span) => span.name === name);

it('spans are sent to an OTLP receiver when the export stops, with the name of their service', async () => {
  const context = continueTrace(undefined);
  const [span] = await exported(() => runSpan({ name: 'work', kind: 'server', context }, async () => undefined));
  expect(span).toMatchObject({ name: 'work', kind: 2, traceId: context.traceId, spanId: context.spanId });
  expect(span?.parentSpanId ?? '').toBe('');
  expect(BigInt(span?.endTimeUnixNano ?? 0)).toBeGreaterThanOrEqual(BigInt(span?.startTimeUnixNano ?? 1));
  expect(received[0]?.path).toBe('/otlp/v1/traces');
  expect(received[0]?.body.resourceSpans[0]?.resource.attributes).toContainEqual({
    key: 'service.name',
    value: { stringValue: 'reelwright-billing' },
  });
});

it('a span within another is below it, and work in it has its context', async () => {
  let spanId: string | undefined;
  const spans = await exported(() =>
    runSpan({ name: 'outer', kind: 'server', context: continueTrace(undefined) }, () =>
      runSpan({ name: 'inner', kind: 'client' }, async () => {
        spanId = currentTrace()?.spanId;
      }),
    ),
  );
  const outer = byName(spans, 'outer');
  expect(byName(spans, 'inner')).toMatchObject({ traceId: outer?.traceId, parentSpanId: outer?.spanId, spanId });
});

it('a span of a row that has waited is linked to the stored one, in its trace', async () => {
  const stored = continueTrace(undefined);
  const context = continueTrace(formatTraceparent(stored));
  const [span] = await exported(() =>
    runSpan({ name: 'posts worker', kind: 'internal', context, isLinked: true }, async () => undefined),
  );
  expect(span).toMatchObject({
    traceId: stored.traceId,
    links: [{ traceId: stored.traceId, spanId: stored.spanId }],
  });
  expect(span?.parentSpanId ?? '').toBe('');
});

it('a span whose work fails has the error, which is thrown', async () => {
  const spans = await exported(async () => {
    const failing = runSpan({ name: 'work', kind: 'internal' }, () => Promise.reject(new Error('no room')));
    await expect(failing).rejects.toThrow('no room');
  });
  expect(spans[0]?.status).toEqual({ code: 2, message: 'Error: no room' });
});

it('a trace that is not sampled is not exported', async () => {
  const { traceId, spanId } = continueTrace(undefined);
  const context = { traceId, spanId, isSampled: false };
  expect(await exported(() => runSpan({ name: 'work', kind: 'server', context }, async () => undefined))).toEqual([]);
});

it('a receiver that refuses is logged, and the work goes on', async () => {
  answer = 400;
  const results: string[] = [];
  await exported(() => runSpan({ name: 'work', kind: 'server' }, async () => void results.push('done')));
  expect(results).toEqual(['done']);
  expect(warnings).not.toEqual([]);
});

it.each(['closed', 'refusing'])('a %s receiver is logged without the password of its address', async (kind) => {
  const lines: string[] = [];
  const { port } = receiver.address() as AddressInfo;
  answer = 400;
  if (kind === 'closed') await new Promise((resolve) => receiver.close(resolve));
  process.env.OTEL_EXPORTER_OTLP_TIMEOUT = '500';
  const spans = createSpanExport({
    service: 'billing',
    endpoint: `http://team:hunter2@127.0.0.1:${port}/otlp`,
    logger: { warn: (...line) => void lines.push(JSON.stringify(line)) },
  });
  await spans.start();
  delete process.env.OTEL_EXPORTER_OTLP_TIMEOUT;
  await runSpan({ name: 'work', kind: 'server' }, async () => undefined);
  await spans.stop();
  expect(lines.join()).toContain(`http://127.0.0.1:${port}`);
  expect(lines.join()).not.toContain('hunter2');
});

it('an address that is none is not named, because it may have a password', async () => {
  const spans = createSpanExport({ service: 'billing', endpoint: 'http://team:hunter2@receiver:99999', logger });
  const error = await spans.start().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(inspect(error)).not.toContain('hunter2');
});

it('without an export, work has its context and nothing is sent', async () => {
  const context = continueTrace(undefined);
  expect(await runSpan({ name: 'work', kind: 'server', context }, async () => currentTrace())).toEqual(context);
  expect(await runSpan({ name: 'work', kind: 'server' }, async () => currentTrace())).toBeUndefined();
  expect(received).toEqual([]);
});
