import { continueCurrentTrace, runInTrace, type TraceContext } from './context.ts';

/** As in OpenTelemetry: work for a caller, a call, the handling of an event, or other work. */
export type SpanKind = 'server' | 'client' | 'consumer' | 'internal';

export interface SpanOptions {
  readonly name: string;
  readonly kind: SpanKind;
  /** The span's own place in its trace. Without it, the span is below the one that the code runs in. */
  readonly context?: TraceContext | undefined;
  /** Its predecessor ended long ago: it is exported as a link, and not as the parent. */
  readonly isLinked?: boolean;
  readonly attributes?: Readonly<Record<string, string | number>>;
}

export interface EndedSpan extends SpanOptions {
  readonly context: TraceContext;
  /** Unix time, ms. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly error?: string | undefined;
}

let exportSpan: ((span: EndedSpan) => void) | undefined;

/** Sets what receives the spans of this process; undefined: nothing does. */
export function exportSpansTo(receiver: typeof exportSpan): void {
  exportSpan = receiver;
}

export const isExporting = (): boolean => exportSpan !== undefined;

/** Exports a span that ends now, if spans are exported. */
export function endSpan(span: Omit<EndedSpan, 'endedAt'>): void {
  if (span.context.isSampled) exportSpan?.({ ...span, endedAt: performance.timeOrigin + performance.now() });
}

/**
 * Runs work in a span. While no spans are exported it only runs the work in `context`, so that a span costs nothing.
 */
export async function runSpan<Result>(options: SpanOptions, work: () => Promise<Result>): Promise<Result> {
  const { context } = options;
  if (!isExporting()) return context ? runInTrace(context, work) : work();
  const span = { ...options, context: context ?? continueCurrentTrace() };
  const startedAt = performance.timeOrigin + performance.now();
  try {
    const result = await runInTrace(span.context, work);
    endSpan({ ...span, startedAt });
    return result;
  } catch (error) {
    endSpan({ ...span, startedAt, error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
    throw error;
  }
}
