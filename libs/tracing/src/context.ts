import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

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
  return new NewSpan(header ? parseTraceparent(header) : undefined, id);
}

/** Makes its ids when they are read: most requests log nothing and call nobody, and the ids would cost them a tenth of their time. */
class NewSpan implements TraceContext {
  readonly parentSpanId: string | undefined;
  readonly isSampled: boolean;
  #traceId: string | undefined;
  #spanId: string | undefined;
  readonly #id: string | undefined;

  constructor(parent: TraceContext | undefined, id: string | undefined) {
    this.parentSpanId = parent?.spanId;
    this.isSampled = parent?.isSampled ?? true;
    this.#traceId = parent?.traceId;
    this.#id = id;
  }

  get traceId(): string {
    this.#traceId ??= digitsOf(this.#id) ?? randomDigits();
    return this.#traceId;
  }

  get spanId(): string {
    // From the variant's digit on, which is never zero.
    this.#spanId ??= randomDigits().slice(16);
    return this.#spanId;
  }
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

/** 32 digits, not all zero. `randomUUID` draws random bytes for 128 calls at once, `randomBytes` for each. */
function randomDigits(): string {
  return randomUUID().replaceAll('-', '');
}
