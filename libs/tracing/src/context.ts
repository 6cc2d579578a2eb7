import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** The place of the running work in a trace, as in W3C Trace Context. */
export interface TraceContext {
  /** 32 lower-case hexadecimal digits, not all zero. */
  readonly traceId: string;
  /** 16 lower-case hexadecimal digits, not all zero. */
  readonly spanId: string;
  /** The span that this one continues; undefined for the first of a trace. */
  readonly parentSpanId?: string | undefined;
  readonly isSampled: boolean;
}

const contexts = new AsyncLocalStorage<TraceContext>();
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
/** Any version but the nil UUID, whose digits are no trace id. */
const UUID = /^(?!0{8}-)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Reads a `traceparent` header. Undefined if W3C Trace Context says that it is to be ignored. */
export function parseTraceparent(header: string): TraceContext | undefined {
  const [, version, traceId, spanId, flags, rest] = TRACEPARENT.exec(header) ?? [];
  if (!version || !traceId || !spanId || !flags || version === 'ff') return undefined;
  // Later versions may append fields; version 00 has exactly four.
  if (version === '00' && rest !== undefined) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** The `traceparent` header of a context, in version 00. */
export function formatTraceparent(context: TraceContext): string {
  return `00-${context.traceId}-${context.spanId}-${context.isSampled ? '01' : '00'}`;
}

/**
 * Continues the trace of a `traceparent` header with a new span, or begins a trace if the header is absent or invalid.
 * A trace that begins has the digits of the UUID `id` as its id, if there is one.
 */
export function continueTrace(header: string | null | undefined, id?: string): TraceContext {
  const parent = header ? parseTraceparent(header) : undefined;
  return {
    traceId: parent?.traceId ?? digitsOf(id) ?? randomId(16),
    spanId: randomId(8),
    parentSpanId: parent?.spanId,
    isSampled: parent?.isSampled ?? true,
  };
}

/** A new span below the one that the code runs in; the first of a trace outside one. */
export const continueCurrentTrace = (): TraceContext => continueTrace(currentTraceparent());

/** Runs work, and what it starts, in a context. */
export function runInTrace<Result>(context: TraceContext, work: () => Result): Result {
  return contexts.run(context, work);
}

/** The context that the code runs in; undefined outside a trace. */
export function currentTrace(): TraceContext | undefined {
  return contexts.getStore();
}

/** The `traceparent` header for what the running work calls, writes or stores; undefined outside a trace. */
export function currentTraceparent(): string | undefined {
  const context = contexts.getStore();
  return context && formatTraceparent(context);
}

function digitsOf(id: string | undefined): string | undefined {
  return id && UUID.test(id) ? id.replaceAll('-', '').toLowerCase() : undefined;
}

function randomId(bytes: number): string {
  const id = randomBytes(bytes).toString('hex');
  return /^0+$/.test(id) ? randomId(bytes) : id;
}
