import { clamp } from '../../stage/easing.ts';
import type { Grid, Place } from './terrain.ts';

/** Traces rays over the map towards the sun. A wide grid's shadows also fall on the fine grid. */
export function castShadows({ sun }: Place, grid: Grid, wide: Grid | null): void {
  const { x0, z0, unit, columns, rows, heights, open } = grid;
  const flat = Math.hypot(sun[0], sun[2]) || 1;
  const sx = sun[0] / flat;
  const sz = sun[2] / flat;
  const climb = (sun[1] / flat) * unit;
  const steps = wide ? 70 : 110;
  for (let j = 0, cell = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++, cell++) {
      const h = Math.max(0, heights[cell] as number);
      let free = 1;
      for (let step = 1.5; step < steps && free > 0.02; step += 1 + step * 0.06) {
        const pi = Math.round(i + sx * step);
        const pj = Math.round(j + sz * step);
        if (pi < 0 || pj < 0 || pi >= columns || pj >= rows) break;
        const room = (h + climb * step - (heights[pj * columns + pi] as number)) / unit;
        free = Math.min(free, 0.5 + room / (1 + step * 0.14));
      }
      if (wide && free > 0.02) free = Math.min(free, shadeOf(wide, x0 + i * unit, z0 + j * unit));
      open[cell] = 255 * clamp(free);
    }
  }
}

function shadeOf({ x0, z0, unit, columns, rows, open }: Grid, x: number, z: number): number {
  const u = clamp((x - x0) / unit, 0, columns - 1.001);
  const v = clamp((z - z0) / unit, 0, rows - 1.001);
  const ix = u | 0;
  const i = (v | 0) * columns + ix;
  const fx = u - ix;
  const fz = v - (v | 0);
  const near = (open[i] as number) * (1 - fx) + (open[i + 1] as number) * fx;
  const far = (open[i + columns] as number) * (1 - fx) + (open[i + columns + 1] as number) * fx;
  return (near + (far - near) * fz) / 255;
}
