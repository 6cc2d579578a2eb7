import type { Colour } from './colour.ts';
import type { Film } from './film.ts';

/**
 * Draws an out-of-focus disc of light on a film; position and size are in the film's pixels. `ring` makes the edge brighter
 * than the middle, as lenses do; `add` adds the light instead of covering the film.
 */
export function softDisc(
  film: Film,
  x: number,
  y: number,
  radius: number,
  soft: number,
  light: Colour,
  alpha: number,
  ring = 0,
  add = false,
): void {
  const reach = radius + soft;
  const x0 = Math.max(0, Math.floor(x - reach));
  const x1 = Math.min(film.width - 1, Math.ceil(x + reach));
  const y0 = Math.max(0, Math.floor(y - reach));
  const y1 = Math.min(film.height - 1, Math.ceil(y + reach));
  const { rgb } = film;
  for (let py = y0; py <= y1; py++) {
    for (let px = x0; px <= x1; px++) {
      const distance = Math.hypot(px + 0.5 - x, py + 0.5 - y);
      let share = (reach - distance) / (2 * soft);
      if (share <= 0) continue;
      share = share > 1 ? 1 : share * share * (3 - 2 * share);
      const inner = distance / radius;
      share *= alpha * (1 - ring + ring * Math.min(1.3, inner * inner * inner));
      const keep = add ? 1 : 1 - share;
      const i = (py * film.width + px) * 3;
      rgb[i] = (rgb[i] as number) * keep + light.r * share;
      rgb[i + 1] = (rgb[i + 1] as number) * keep + light.g * share;
      rgb[i + 2] = (rgb[i + 2] as number) * keep + light.b * share;
    }
  }
}

/** Draws a blade from (x, y) to the tip (tx, ty). It narrows from `width` to 0; its colour runs from `root` to `tip`. */
export function softBlade(
  film: Film,
  x: number,
  y: number,
  tx: number,
  ty: number,
  bend: number,
  width: number,
  soft: number,
  root: Colour,
  tip: Colour,
  alpha: number,
): void {
  const { rgb } = film;
  const top = Math.max(0, Math.floor(ty - soft));
  const bottom = Math.min(film.height - 1, Math.ceil(y));
  const tall = y - ty;
  if (tall <= 0.5) return;
  for (let py = top; py <= bottom; py++) {
    const share = Math.min(1, Math.max(0, (y - py - 0.5) / tall));
    // An out-of-focus blade fades out beyond its tip.
    const beyond = Math.max(0, ty - py - 0.5);
    const middle = x + (tx - x) * share + bend * share * (1 - share) * 2;
    const half = width * (1 - share * share) * 0.5;
    const reach = half + soft;
    const x0 = Math.max(0, Math.floor(middle - reach));
    const x1 = Math.min(film.width - 1, Math.ceil(middle + reach));
    // The foot fades into the film, so that no edge is visible.
    const strength =
      alpha *
      Math.min(1, 0.1 + share * 3.5) *
      Math.min(1, (half * 2 + 0.15) / (soft + 0.15)) *
      Math.max(0, 1 - beyond / (soft + 0.01));
    const r = root.r + (tip.r - root.r) * share;
    const g = root.g + (tip.g - root.g) * share;
    const b = root.b + (tip.b - root.b) * share;
    for (let px = x0; px <= x1; px++) {
      const cover = (reach - Math.abs(px + 0.5 - middle)) / (2 * soft);
      if (cover <= 0) continue;
      const own = strength * Math.min(1, cover);
      const i = (py * film.width + px) * 3;
      rgb[i] = (rgb[i] as number) + (r - (rgb[i] as number)) * own;
      rgb[i + 1] = (rgb[i + 1] as number) + (g - (rgb[i + 1] as number)) * own;
      rgb[i + 2] = (rgb[i + 2] as number) + (b - (rgb[i + 2] as number)) * own;
    }
  }
}
