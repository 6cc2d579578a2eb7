import { createDoubler } from './double.ts';
import { createEdgeSmoother } from './edges.ts';
import { createSpeckFader } from './specks.ts';

/**
 * Makes a developed film of few pixels fit to be enlarged: lone specks become faint, the stairs of edges become ramps, and it
 * is written twice as large. The small picture is changed by it.
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
