import type { PostCause } from '@reelwright/product';
import { type Meaning, meaningOf } from '../causes/causes.ts';
import type { Handle, Outcome, Step } from './connector.ts';
import { ProviderRefusal, Unreachable } from './provider-call.ts';
import { codeOfRefusal, type ProviderErrors } from './provider-errors.ts';

/** The outcome of a step that was refused or got no answer. Any other error is a fault of ours and is thrown. */
export function outcomeOfFailure(error: unknown, step: Step, handle: Handle | undefined, now: Date): Outcome {
  const code = codeOfFailure(error);
  const cause: Meaning = meaningOf(code);
  // A failed check leaves the end unknown.
  if (step === 'reconcile') return { kind: 'unknown', handle: handle ?? {}, code };
  const neverSent = error instanceof Unreachable && error.neverSent;
  if (step === 'commit' && cause.verdict === 'unknown' && !neverSent)
    return { kind: 'unknown', handle: handle ?? {}, code };
  // A failed check of an accepted post does not make the post fail.
  if (cause.verdict === 'permanent' && step !== 'observe') return { kind: 'permanent', code };
  const waitMs = (error instanceof ProviderRefusal && error.retryAfterMs) || (cause.waitSeconds ?? 0) * 1000;
  return {
    kind: 'retryable',
    code,
    ...(waitMs > 0 && { at: new Date(now.getTime() + waitMs) }),
    ...(cause.restage && step !== 'observe' && { restage: true }),
  };
}

/**
 * The platform accepted a post and then gave it up: it will not go out. After a transient cause it is staged again;
 * after any other it fails.
 */
export function givenUp(errors: ProviderErrors, providerCode: string): Outcome {
  const code = errors.codeFor(providerCode) ?? 'PROCESSING_FAILED';
  return meaningOf(code).verdict === 'permanent'
    ? { kind: 'permanent', code }
    : { kind: 'retryable', code, restage: true };
}

export function codeOfFailure(error: unknown): PostCause {
  if (error instanceof ProviderRefusal) return codeOfRefusal(error);
  if (error instanceof Unreachable) return 'PROVIDER_UNREACHABLE';
  throw error;
}
