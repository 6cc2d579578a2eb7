import type { RenderFailure } from '@reelwright/product';

/** A permanent failure: the job ends without a video. */
export class GenerationFailure extends Error {
  readonly code: RenderFailure;

  constructor(code: RenderFailure, options?: ErrorOptions) {
    super(code, options);
    this.name = 'GenerationFailure';
    this.code = code;
  }
}
