import { easeIn, mix, within, wobble } from '../../stage/easing.ts';
import type { Solid } from '../../stage/solid.ts';

/** One layer of a stack: it falls, lands, and is pressed by the layers that land on it. */
export interface Layer {
  solid: Solid;
  /** Position of its middle; `squash` flattens it. */
  place: { x: number; y: number; z: number; squash: number };
  /** Half of its height at rest. */
  half: number;
  wide: number;
  /** Radius of its highest line: 0 for a cake, the middle of the tube for a ring. */
  crest: number;
  /** Distance without fine detail; the sauce runs over this shape. */
  body(x: number, y: number, z: number): number;
}

/** Stacks layers on a plate; each lands at its own time. Returns the height of the top. */
export function stack(layers: readonly Layer[], ground: number, lands: readonly number[], overlap: number) {
  const heights: number[] = [];
  let top = ground;
  for (const { half } of layers) {
    heights.push(top + half);
    top += half * 2 - overlap;
  }
  top += overlap;

  function pose(time: number): void {
    layers.forEach((layer, index) => {
      const at = lands[index] as number;
      const fall = easeIn(within(time, at - 0.42, 0.42), 2);
      let squash = 0.2 * wobble(time - at, 2.5, 4.2);
      let sink = 0;
      lands.forEach((other, above) => {
        if (above > index) squash += 0.1 * wobble(time - other, 2.7, 4.6);
        if (above <= index && time > at) sink += 0.05 * wobble(time - other, 2.6, 4.4) * (above < index ? 1 : 0.4);
      });
      const height = heights[index] as number;
      layer.place.y = mix(height + 4.2, height, fall) - sink * layer.half;
      layer.place.squash = squash;
      layer.solid.shown = time > at - 0.42;
      const { bounds } = layer.solid;
      bounds.x = layer.place.x;
      bounds.y = layer.place.y;
      bounds.z = layer.place.z;
    });
  }
  return { pose, top };
}
