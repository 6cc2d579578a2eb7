import { Readable } from 'node:stream';
import { neverConnected } from '@reelwright/errors';
import { runSpan } from '@reelwright/tracing';
import { request } from 'undici';
import type { ProviderErrors } from './provider-errors.ts';

/** The provider refused. `code` is the provider's own; `errors` maps it to ours. */
export class ProviderRefusal extends Error {
  readonly errors: ProviderErrors;
  readonly code: string;
  readonly status: number;
  readonly retryAfterMs: number | undefined;

  constructor(
    errors: ProviderErrors,
    code: string,
    status: number,
    options: { detail?: string; retryAfterMs?: number } = {},
  ) {
    super(`${errors.platform} answered ${status} ${code}${options.detail ? `: ${options.detail.slice(0, 300)}` : ''}`);
    this.name = 'ProviderRefusal';
    this.errors = errors;
    this.code = code;
    this.status = status;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** No answer came: the connection was refused or cut off, or the call timed out. */
export class Unreachable extends Error {
  /** True if no connection was made, so that the call had no effect. Otherwise its effect is not known. */
  readonly neverSent: boolean;

  constructor(url: string, cause: unknown) {
    super(`no answer from ${new URL(url).origin}`, { cause });
    this.name = 'Unreachable';
    this.neverSent = neverConnected(cause);
  }
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON, or an empty object if it isn't JSON. */
  json(): Record<string, unknown>;
}

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | URLSearchParams | Readable;
  signal?: AbortSignal;
  timeoutMs?: number;
  /** Called immediately before sending. If it throws, nothing is sent and the error is thrown. */
  before?: () => void;
}

const TIMEOUT_MS = 15_000;

/** One HTTP call to a provider. It is never repeated and no redirect is followed. @throws Unreachable */
export async function callProvider(url: string, options: CallOptions = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body, timeoutMs = TIMEOUT_MS } = options;
  try {
    options.before?.();
    // The path may name an account: the span has the host only.
    return await runSpan({ name: `${method} ${new URL(url).host}`, kind: 'client' }, send);
  } finally {
    // The answer may come, or the connection break, before the body was read; its file must not stay open.
    if (body instanceof Readable) body.destroy();
  }

  // Not fetch: it keeps a whole streamed body in memory until the answer, in case of a redirect.
  async function send(): Promise<Answer> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const form = body instanceof URLSearchParams;
    try {
      const response = await request(url, {
        method,
        headers: { ...(form && { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }), ...headers },
        signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
        ...(body !== undefined && { body: form ? body.toString() : body }),
      });
      const text = await response.body.text();
      const answered = new Headers(response.headers as Record<string, string>);
      return { status: response.statusCode, headers: answered, text, json: () => parsed(text) };
    } catch (error) {
      throw new Unreachable(url, error);
    }
  }
}

/** Parses JSON, and keeps ids as text that exceed the safe integers. */
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

/** A text that every answer of this kind has; an answer without it is not the provider's own. @throws ProviderRefusal */
export function textIn(errors: ProviderErrors, body: Record<string, unknown>, name: string): string {
  const value = body[name];
  if (typeof value === 'string' && value !== '') return value;
  if (typeof value === 'number') return String(value);
  throw new ProviderRefusal(errors, '', 200, { detail: `an answer without ${name}` });
}

/** A count, as a number or in digits. An answer with anything else is not the provider's own. @throws ProviderRefusal */
export function countOf(errors: ProviderErrors, value: unknown): number {
  const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  if (typeof count === 'number' && Number.isFinite(count) && count >= 0) return Math.round(count);
  throw new ProviderRefusal(errors, '', 200, { detail: 'an answer without a count' });
}

/** OAuth's error code (RFC 6749 5.2), or '' if the answer has none. */
export function oauthCode(body: Record<string, unknown>): string {
  const { error } = body;
  return typeof error === 'string' && /^[a-z_]+$/.test(error) ? error : '';
}

/** Google and TikTok confirm a revocation by an empty answer with status 200. */
export const isBlank = ({ status, text }: Answer): boolean => status === 200 && /^\s*(\{\s*\})?\s*$/.test(text);

const LONGEST_WAIT_S = 86_400;

/** The `Retry-After` header in ms. Only seconds are read, because dates are rare. */
export function retryAfterMs(headers: Headers): number | undefined {
  const seconds = Number(headers.get('retry-after'));
  return seconds > 0 ? Math.min(seconds, LONGEST_WAIT_S) * 1000 : undefined;
}
