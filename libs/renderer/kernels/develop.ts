/**
 * The arithmetic of `stage/develop.ts` in AssemblyScript: the colours of a pixel are the lanes of a vector.
 * `node scripts/build-kernels.ts` compiles it. A film has three floats per pixel and room for one more at its end; the glow
 * and its copies have four.
 */

function weighted(colours: v128): f32 {
  const parts = f32x4.mul(colours, f32x4(0.2126, 0.7152, 0.0722, 0));
  return f32x4.extract_lane(parts, 0) + f32x4.extract_lane(parts, 1) + f32x4.extract_lane(parts, 2);
}

/** Writes the bright part of a film, at `glowWidth` by `glowHeight`, to `glow`. */
export function brightPart(
  film: usize,
  width: i32,
  height: i32,
  glow: usize,
  glowWidth: i32,
  glowHeight: i32,
  from: f32,
): void {
  let out = glow;
  for (let y = 0; y < glowHeight; y++) {
    const y0 = <i32>((<i64>y * height) / glowHeight);
    for (let x = 0; x < glowWidth; x++, out += 16) {
      const x0 = <i32>((<i64>x * width) / glowWidth);
      let sum = f32x4.splat(0);
      for (let dy = 0; dy < 4; dy++) {
        const row = film + <usize>(min(y0 + dy, height - 1) * width) * 12;
        for (let dx = 0; dx < 4; dx++) {
          const colours = v128.load(row + <usize>min(x0 + dx, width - 1) * 12);
          const peak = max(
            max(f32x4.extract_lane(colours, 0), f32x4.extract_lane(colours, 1)),
            f32x4.extract_lane(colours, 2),
          );
          if (!(peak > from)) continue;
          // The brightness is limited: a single very bright pixel would make the whole picture flicker.
          const keep = ((peak - from) / peak) * (peak > 6 ? 6 / peak : <f32>1);
          sum = f32x4.add(sum, f32x4.mul(colours, f32x4.splat(keep)));
        }
      }
      v128.store(out, f32x4.mul(sum, f32x4.splat(1.0 / 16.0)));
    }
  }
}

/** A box blur along lines. */
export function blur(from: usize, to: usize, length: i32, lines: i32, step: i32, line: i32, radius: i32): void {
  const weight = f32x4.splat(<f32>1 / <f32>(radius * 2 + 1));
  for (let n = 0; n < lines; n++) {
    const start = from + <usize>(n * line) * 16;
    let out = to + <usize>(n * line) * 16;
    let sum = f32x4.splat(0);
    for (let k = -radius; k <= radius; k++)
      sum = f32x4.add(sum, v128.load(start + <usize>(min(length - 1, max(0, k)) * step) * 16));
    for (let k = 0; k < length; k++, out += <usize>step * 16) {
      v128.store(out, f32x4.mul(sum, weight));
      const next = v128.load(start + <usize>(min(length - 1, k + radius + 1) * step) * 16);
      const last = v128.load(start + <usize>(max(0, k - radius) * step) * 16);
      sum = f32x4.add(sum, f32x4.sub(next, last));
    }
  }
}

/** Adds two glows: `near` becomes their sum. */
export function addFar(near: usize, far: usize, pixels: i32): void {
  for (let i: usize = 0; i < <usize>pixels * 16; i += 16)
    v128.store(
      near + i,
      f32x4.add(f32x4.mul(v128.load(near + i), f32x4.splat(0.6)), f32x4.mul(v128.load(far + i), f32x4.splat(0.7))),
    );
}

/**
 * Turns a row of the film into RGBA bytes. `top` and `bottom`: the rows of the glow around it, mixed by `down`; `columns`: the
 * place of each pixel in them; `gains`: the exposure of each pixel; `curves`: the tone of each channel, by the root of light.
 * Returns the state of the grain after the row.
 */
export function developRow(
  row: usize,
  width: i32,
  out: usize,
  gains: usize,
  glow: usize,
  top: usize,
  bottom: usize,
  down: f32,
  columns: usize,
  share: f32,
  saturation: f32,
  curves: usize,
  steps: f32,
  perLight: f32,
  strength: f32,
  seed: i32,
): i32 {
  let grain = seed;
  const most = f32x4.splat(steps);
  const zero = f32x4.splat(0);
  const colourful = f32x4.splat(saturation);
  for (let x = 0; x < width; x++, row += 12, out += 4) {
    let colours = v128.load(row);
    if (glow) {
      const across = load<f32>(columns + <usize>x * 4);
      const whole = <usize>across;
      const fx = f32x4.splat(across - <f32>whole);
      const fy = f32x4.splat(down);
      const a = v128.load(top + whole * 16);
      const b = v128.load(bottom + whole * 16);
      const left = f32x4.add(a, f32x4.mul(f32x4.sub(b, a), fy));
      const c = v128.load(top + whole * 16, 16);
      const d = v128.load(bottom + whole * 16, 16);
      const right = f32x4.add(c, f32x4.mul(f32x4.sub(d, c), fy));
      const light = f32x4.add(left, f32x4.mul(f32x4.sub(right, left), fx));
      colours = f32x4.add(colours, f32x4.mul(light, f32x4.splat(share)));
    }
    const grey = f32x4.splat(weighted(colours));
    const light = f32x4.mul(
      f32x4.add(grey, f32x4.mul(f32x4.sub(colours, grey), colourful)),
      f32x4.splat(load<f32>(gains + <usize>x * 4) * perLight),
    );
    const place = f32x4.pmin(f32x4.mul(f32x4.sqrt(f32x4.pmax(light, zero)), most), most);
    const whole = f32x4.floor(place);
    const between = f32x4.sub(place, whole);
    const steps4 = i32x4.trunc_sat_f32x4_s(whole);
    // Each entry of the curves holds a channel's tone for the three channels, so an entry is loaded per channel.
    const r = curves + <usize>i32x4.extract_lane(steps4, 0) * 16;
    const g = curves + <usize>i32x4.extract_lane(steps4, 1) * 16;
    const b = curves + <usize>i32x4.extract_lane(steps4, 2) * 16;
    const low = f32x4(load<f32>(r), load<f32>(g, 4), load<f32>(b, 8), 0);
    const high = f32x4(load<f32>(r, 16), load<f32>(g, 20), load<f32>(b, 24), 0);
    grain = grain * 1664525 + 1013904223;
    const speck = (<f32>((grain >>> 16) & 255) / 255 - 0.5) * strength;
    const tones = f32x4.add(f32x4.add(low, f32x4.mul(f32x4.sub(high, low), between)), f32x4.splat(speck));
    const words = i32x4.trunc_sat_f32x4_s(f32x4.nearest(tones));
    const shorts = i16x8.narrow_i32x4_s(words, words);
    const bytes = i8x16.narrow_i16x8_u(shorts, shorts);
    store<u32>(out, <u32>i32x4.extract_lane(bytes, 0) | 0xff000000);
  }
  return grain;
}
