import { Readable } from 'node:stream';
import type { Platform } from './platform.ts';

/** The provider's answer said no. `code` is its own code; the catalogue says what it means to us. */
export class ProviderRefusal extends Error {
  readonly platform: Platform;
  readonly code: string;
  readonly status: number;
  readonly retryAfterMs: number | undefined;

  constructor(
    platform: Platform,
    code: string,
    status: number,
    options: { detail?: string; retryAfterMs?: number } = {},
  ) {
    super(`${platform} answered ${status} ${code}${options.detail ? `: ${options.detail.slice(0, 300)}` : ''}`);
    this.name = 'ProviderRefusal';
    this.platform = platform;
    this.code = code;
    this.status = status;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** No answer came: refused, cut off or timed out. Whether the call had its effect can't be told. */
export class Unreachable extends Error {
  constructor(url: string, cause: unknown) {
    super(`no answer from ${new URL(url).origin}`, { cause });
    this.name = 'Unreachable';
  }
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON, or an empty object when it is none. */
  json(): Record<string, unknown>;
}

export interface CallOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string | URLSearchParams | Readable;
  signal?: AbortSignal;
  timeoutMs?: number;
  /** Called when nothing is left to do but to send. What it throws is thrown on, and nothing is sent. */
  before?: () => void;
}

const TIMEOUT_MS = 15_000;

/** One HTTP call to a provider. It is never repeated and no redirect is followed. @throws Unreachable */
export async function callProvider(url: string, options: CallOptions = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body, timeoutMs = TIMEOUT_MS } = options;
  try {
    options.before?.();
    return await send();
  } finally {
    // An answer may come, or the connection go, before the body was read: its file must not stay open.
    if (body instanceof Readable) body.destroy();
  }

  async function send(): Promise<Answer> {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(url, {
        method,
        headers,
        redirect: 'manual',
        signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
        ...(body !== undefined && {
          body: body as unknown as NonNullable<RequestInit['body']>,
          duplex: 'half' as const,
        }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, json: () => parsed(text) };
    } catch (error) {
      throw new Unreachable(url, error);
    }
  }
}

/** Ids too big for a number are kept as texts. */
function parsed(text: string): Record<string, unknown> {
  const exact = (_key: string, value: unknown, context?: { source?: string }): unknown =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^\d+$/.test(context?.source ?? '')
      ? context?.source
      : value;
  try {
    const value: unknown = JSON.parse(text, exact);
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** What `Retry-After` says, in ms; seconds only, dates are rare. */
export function retryAfterMs(headers: Headers): number | undefined {
  const seconds = Number(headers.get('retry-after'));
  return seconds > 0 ? seconds * 1000 : undefined;
}
