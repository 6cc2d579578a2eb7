import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { emulatedPlatforms as platforms } from '@reelwright/sandbox/platforms';
import { HOUR_MS, MINUTE_MS, passUntil, planEntries, toHour } from './away-time.ts';
import { within } from './databases.ts';
import { acceptedPosts, readJournal } from './journal.ts';
import { createSubscriber } from './people.ts';
import { say } from './say.ts';
import { REMOTE_MODEL, type Stack, withStack } from './stack.ts';

/**
 * One saved calendar, three days of product time, four posts: follows the request's trace through the logs of the services
 * and through the spans that they export. `OTLP_FILE` receives the spans of the trace, a request of OTLP as JSON in each
 * line.
 */

const OTLP_FILE = resolve(process.env.OTLP_FILE || '.reelwright/trace.otlp.jsonl');
const HOURS_AHEAD = 72;
const MIN_SERVICES = 5;

interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly links?: readonly { readonly traceId: string }[];
}
interface OtlpRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { key: string; value: { stringValue?: string } }[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}
interface Exported extends OtlpSpan {
  readonly service: string;
}

const requests: string[] = [];
const receiver = createServer(async (request, response) => {
  requests.push(await text(request));
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
const env = {
  ...REMOTE_MODEL,
  LOG_LEVEL: 'debug',
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
};
const holds = await withStack({ env, without: ['web-bundle', 'web'] }, run);
receiver.closeAllConnections();
receiver.close();
process.exitCode = holds ? 0 : 1;

async function run(stack: Stack): Promise<boolean> {
  const person = await createSubscriber(stack);
  const from = await toHour(stack, 9);
  const [planned] = await planEntries([person], {
    from,
    name: 'Traced',
    platforms,
    hoursOf: () => [HOURS_AHEAD],
  });
  if (!planned) throw new Error('nothing was planned');
  const { videoId } = planned;
  const postCount = () => acceptedPosts(readJournal(stack)).length;
  await passUntil(stack, { withinMs: (HOURS_AHEAD + 6) * HOUR_MS, stepMs: 30 * MINUTE_MS }, async () => {
    const rows = await within(stack, 'publishing', (query) =>
      query<{ state: string }>(`select state from posts where video_id = '${videoId}' and state = 'posted'`),
    );
    return rows.length === platforms.length;
  });

  const traceId = await traceOf(stack, videoId);
  const logged = servicesThatLogged(stack, traceId);
  for (const service of ['scheduling', 'generation', 'drive', 'publishing']) await stack.stop(service);
  const spans = exportedSpans().filter((span) => span.traceId === traceId);
  writeTrace(traceId);

  const services = [...new Set(spans.map(({ service }) => service))].sort();
  const calls = spans.filter(({ service, name }) => service === 'reelwright-publishing' && /^(POST|PUT) /.test(name));
  const linked = spans.filter(({ links }) => links?.some((link) => link.traceId === traceId));
  say(`the request's trace is ${traceId}; ${postCount()} posts are out`);
  say(`lines with it: ${[...logged].map(([service, lines]) => `${service} ${lines}`).join(', ')}`);
  say(`${spans.length} spans of ${services.join(', ')}`);
  say(`${calls.length} calls of platforms, ${linked.length} spans linked to a row's; all in ${OTLP_FILE}`);
  const findings = [
    [postCount() === platforms.length, `${platforms.length} posts went out`],
    [logged.size >= MIN_SERVICES, `the logs of ${MIN_SERVICES} services have the trace`],
    [services.length >= MIN_SERVICES - 1, `${MIN_SERVICES - 1} services exported spans of the trace`],
    [calls.length >= platforms.length, 'each platform was called in the trace'],
    [linked.length >= platforms.length, 'the work of each post is linked to its row'],
  ] as const;
  for (const [isTrue, what] of findings) say(`${isTrue ? 'holds' : 'DOES NOT HOLD'}: ${what}`);
  return findings.every(([isTrue]) => isTrue);
}

/** The trace of the request that created the entry. */
async function traceOf(stack: Stack, videoId: string): Promise<string> {
  const [row] = await within(stack, 'scheduling', (query) =>
    query<{ traceparent: string | null }>(`select traceparent from scheduled_videos where id = '${videoId}'`),
  );
  const traceId = row?.traceparent?.split('-')[1];
  if (!traceId) throw new Error('the entry has no trace');
  return traceId;
}

/** The services whose logs have lines of the trace, and their numbers of lines. */
function servicesThatLogged({ home }: Stack, traceId: string): Map<string, number> {
  const folder = join(home, 'run/logs');
  const counts = new Map<string, number>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.log'))) {
    const lines = readFileSync(join(folder, file), 'utf8').split(`"traceId":"${traceId}"`).length - 1;
    if (lines > 0) counts.set(file.replace('.log', ''), lines);
  }
  return counts;
}

function exportedSpans(): Exported[] {
  return requests.flatMap((request) =>
    (JSON.parse(request) as OtlpRequest).resourceSpans.flatMap(({ resource, scopeSpans }) => {
      const name = resource.attributes.find(({ key }) => key === 'service.name');
      return scopeSpans.flatMap(({ spans }) =>
        spans.map((span) => ({ ...span, service: name?.value.stringValue ?? '' })),
      );
    }),
  );
}

function writeTrace(traceId: string): void {
  mkdirSync(resolve(OTLP_FILE, '..'), { recursive: true });
  const lines = requests
    .map((request) => JSON.parse(request) as OtlpRequest)
    .map(({ resourceSpans }) => ({
      resourceSpans: resourceSpans.map((one) => ({
        ...one,
        scopeSpans: one.scopeSpans.map((scope) => ({
          ...scope,
          spans: scope.spans.filter((span) => span.traceId === traceId),
        })),
      })),
    }))
    .filter(({ resourceSpans }) => resourceSpans.some((one) => one.scopeSpans.some(({ spans }) => spans.length > 0)));
  writeFileSync(OTLP_FILE, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}
