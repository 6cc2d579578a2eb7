import type { SpanContext } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { type EndedSpan, exportSpansTo, type SpanKind } from './span.ts';

interface Options {
  readonly service: string;
  /** The base address of an OTLP receiver (HTTP); spans go to `v1/traces` below it. */
  readonly endpoint: string;
  readonly logger: { warn(fields: object, message: string): void };
}

/**
 * A part of a process that exports its spans with OpenTelemetry's SDK, in batches. The SDK reads its other settings from
 * the environment (`OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_BSP_*`). It is loaded when the part starts: a process without it
 * needs no SDK. Spans that can't be exported are dropped.
 */
export function createSpanExport({ service, endpoint, logger }: Options) {
  const url = URL.parse('v1/traces', endpoint.endsWith('/') ? endpoint : `${endpoint}/`);
  // Without the path and the user, which may have a token or a password in them.
  const warn = (reason: string) => logger.warn({ endpoint: url?.origin, reason }, 'spans could not be exported');
  let shutdown: (() => Promise<void>) | undefined;
  return {
    name: 'span export',
    async start(): Promise<void> {
      if (!url) throw new Error('OTEL_EXPORTER_OTLP_ENDPOINT is not a URL');
      const [api, { BatchSpanProcessor }, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
        import('@opentelemetry/api'),
        import('@opentelemetry/sdk-trace'),
        import('@opentelemetry/exporter-trace-otlp-http'),
        import('@opentelemetry/resources'),
      ]);
      const ignore = () => undefined;
      api.diag.setLogger(
        { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
        { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true },
      );
      const processor = new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: url.href }) });
      const resource = resourceFromAttributes({ 'service.name': `reelwright-${service}` });
      const kinds: Readonly<Record<SpanKind, number>> = {
        server: api.SpanKind.SERVER,
        client: api.SpanKind.CLIENT,
        consumer: api.SpanKind.CONSUMER,
        internal: api.SpanKind.INTERNAL,
      };
      exportSpansTo((span) =>
        processor.onEnd({
          ...timesOf(span),
          ...relationsOf(span),
          name: span.name,
          kind: kinds[span.kind],
          status:
            span.error === undefined
              ? { code: api.SpanStatusCode.UNSET }
              : { code: api.SpanStatusCode.ERROR, message: span.error },
          attributes: { ...span.attributes },
          events: [],
          ended: true,
          resource,
          instrumentationScope: { name: 'reelwright' },
          droppedAttributesCount: 0,
          droppedEventsCount: 0,
          droppedLinksCount: 0,
        }),
      );
      shutdown = () => processor.shutdown();
    },
    /** Exports what is left. */
    async stop(): Promise<void> {
      exportSpansTo(undefined);
      await shutdown?.().catch((error: unknown) => warn(String(error)));
    },
  };
}

function relationsOf({
  context,
  isLinked,
}: EndedSpan): Pick<ReadableSpan, 'spanContext' | 'parentSpanContext' | 'links'> {
  const { traceId, spanId, parentSpanId, isSampled } = context;
  const traceFlags = isSampled ? 1 : 0;
  const predecessor: SpanContext | undefined =
    parentSpanId === undefined ? undefined : { traceId, spanId: parentSpanId, traceFlags, isRemote: true };
  return {
    spanContext: () => ({ traceId, spanId, traceFlags }),
    ...(predecessor && !isLinked && { parentSpanContext: predecessor }),
    links: predecessor && isLinked ? [{ context: predecessor }] : [],
  };
}

const timesOf = ({ startedAt, endedAt }: EndedSpan): Pick<ReadableSpan, 'startTime' | 'endTime' | 'duration'> => ({
  startTime: hrTime(startedAt),
  endTime: hrTime(endedAt),
  duration: hrTime(endedAt - startedAt),
});

/** Seconds and nanoseconds. */
const hrTime = (ms: number): [number, number] => [Math.floor(ms / 1_000), Math.round((ms % 1_000) * 1_000_000)];
