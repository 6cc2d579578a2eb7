import { AppError, type AppErrorOptions, type ErrorKind } from '@reelwright/errors';
import type { Cause, UnknownCause } from './cause.ts';

interface Options extends AppErrorOptions {
  /** The code of the answer, where callers know another than the cause's. */
  readonly code?: string;
}

/** A refusal or a failure that a cause explains. The HTTP edge makes its text in the language of the request. */
export class CauseError extends AppError {
  /** Not `cause`, which every Error has: the error behind it. */
  readonly shownCause: Cause | UnknownCause;

  constructor(kind: ErrorKind, shownCause: Cause | UnknownCause, { code, ...options }: Options = {}) {
    super(kind, code ?? shownCause.code, shownCause.code, options);
    this.name = 'CauseError';
    this.shownCause = shownCause;
  }
}
