/** Radial motion blur away from a point, stronger towards the edges. `strength` is a share of the distance. */
export function smear(
  rgb: Float32Array,
  width: number,
  height: number,
  cx: number,
  cy: number,
  strength: number,
): void {
  if (strength < 0.004) return;
  // Two passes of a few taps, the second filling the gaps of the first, look like many taps.
  smearOnce(rgb, width, height, cx, cy, strength, 6);
  smearOnce(rgb, width, height, cx, cy, strength / 5, 3);
}

let kept = new Float32Array(0);

function smearOnce(
  rgb: Float32Array,
  width: number,
  height: number,
  cx: number,
  cy: number,
  strength: number,
  taps: number,
): void {
  if (kept.length !== rgb.length) kept = new Float32Array(rgb.length);
  const source = kept;
  source.set(rgb);
  const reach = 1 / (height * 0.42) ** 2;
  for (let y = 0, i = 0; y < height; y++) {
    const v = y - cy;
    for (let x = 0; x < width; x++, i += 3) {
      const u = x - cx;
      // The area straight ahead stays sharp.
      const pull = (strength / taps) * Math.min(1.3, (u * u + v * v) * reach);
      if (pull * (Math.abs(u) + Math.abs(v)) < 0.3) continue;
      let r = source[i] as number;
      let g = source[i + 1] as number;
      let b = source[i + 2] as number;
      for (let tap = 1; tap < taps; tap++) {
        const share = 1 - pull * tap;
        const sx = Math.max(0, Math.min(width - 1, Math.round(cx + u * share)));
        const sy = Math.max(0, Math.min(height - 1, Math.round(cy + v * share)));
        const j = (sy * width + sx) * 3;
        r += source[j] as number;
        g += source[j + 1] as number;
        b += source[j + 2] as number;
      }
      rgb[i] = r / taps;
      rgb[i + 1] = g / taps;
      rgb[i + 2] = b / taps;
    }
  }
}
