import type { RenderFailure } from '@reelwright/product';

/** The end of a job without a video. */
export class GenerationFailure extends Error {
  readonly code: RenderFailure;

  constructor(code: RenderFailure, options?: ErrorOptions) {
    super(code, options);
    this.name = 'GenerationFailure';
    this.code = code;
  }
}
