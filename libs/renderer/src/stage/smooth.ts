import { createDoubler } from './double.ts';
import { createEdgeSmoother } from './edges.ts';
import { createSpeckFader } from './specks.ts';

/**
 * Smooths a small developed film and doubles its size: single bright pixels are faded and aliased edges smoothed first. The
 * small picture is modified.
 */
export function createSmoother(width: number, height: number) {
  const fadeSpecks = createSpeckFader(width, height);
  const smoothEdges = createEdgeSmoother(width, height);
  const double = createDoubler(width, height);
  return (pixels: Uint8ClampedArray, twice: Uint8ClampedArray): void => {
    fadeSpecks(pixels);
    smoothEdges(pixels);
    double(pixels, twice);
  };
}
