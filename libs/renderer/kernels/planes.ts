/**
 * The arithmetic of `stage/planes.ts` in AssemblyScript: colours by ITU-R BT.709 in the limited range, in 15-bit fractions.
 * `node scripts/build-kernels.ts` compiles it. Eight pixels are made at a time, so a row may be read and written up to
 * seven pixels past its end: the next row overwrites them, and each area has room for them behind its last row.
 */

function low(at: usize): v128 {
  return i16x8.extend_low_i8x16_u(v128.load(at));
}

function high(at: usize): v128 {
  return i16x8.extend_high_i8x16_u(v128.load(at));
}

/** Adds neighbouring lanes of both: the sums of four products each become four numbers. */
function pairs(a: v128, b: v128): v128 {
  return i32x4.add(v128.shuffle<i32>(a, b, 0, 2, 4, 6), v128.shuffle<i32>(a, b, 1, 3, 5, 7));
}

function lightness(row: usize, out: usize, width: i32): void {
  const shares = i16x8(5983, 20127, 2032, 0, 5983, 20127, 2032, 0);
  const offset = i32x4.splat((16 << 15) + (1 << 14));
  for (let x = 0; x < width; x += 8, row += 32, out += 8) {
    const a = pairs(i32x4.dot_i16x8_s(low(row), shares), i32x4.dot_i16x8_s(high(row), shares));
    const b = pairs(i32x4.dot_i16x8_s(low(row + 16), shares), i32x4.dot_i16x8_s(high(row + 16), shares));
    const words = i16x8.narrow_i32x4_s(i32x4.shr_s(i32x4.add(a, offset), 15), i32x4.shr_s(i32x4.add(b, offset), 15));
    v128.store64_lane(out, i8x16.narrow_i16x8_u(words, words), 0);
  }
}

/** Both colour planes of two rows: each sample is the mean of four pixels. */
function colour(row: usize, next: usize, u: usize, v: usize, width: i32): void {
  const blue = i16x8(-3298, -11094, 14392, 0, -3298, -11094, 14392, 0);
  const red = i16x8(14392, -13073, -1319, 0, 14392, -13073, -1319, 0);
  const offset = i32x4.splat((128 << 17) + (1 << 16));
  for (let x = 0; x < width; x += 8, row += 32, next += 32, u += 4, v += 4) {
    const a = i16x8.add(low(row), low(next));
    const b = i16x8.add(high(row), high(next));
    const c = i16x8.add(low(row + 16), low(next + 16));
    const d = i16x8.add(high(row + 16), high(next + 16));
    const left = i16x8.add(v128.shuffle<i64>(a, b, 0, 2), v128.shuffle<i64>(a, b, 1, 3));
    const right = i16x8.add(v128.shuffle<i64>(c, d, 0, 2), v128.shuffle<i64>(c, d, 1, 3));
    const blues = pairs(i32x4.dot_i16x8_s(left, blue), i32x4.dot_i16x8_s(right, blue));
    const reds = pairs(i32x4.dot_i16x8_s(left, red), i32x4.dot_i16x8_s(right, red));
    const words = i16x8.narrow_i32x4_s(
      i32x4.shr_s(i32x4.add(blues, offset), 17),
      i32x4.shr_s(i32x4.add(reds, offset), 17),
    );
    const bytes = i8x16.narrow_i16x8_u(words, words);
    v128.store32_lane(u, bytes, 0);
    v128.store32_lane(v, bytes, 1);
  }
}

/** Converts an even number of rows of RGBA bytes to the planes Y, U and V. */
export function toPlanes(rgba: usize, width: i32, rows: i32, y: usize, u: usize, v: usize): void {
  for (let n = 0; n < rows; n += 2) {
    const next = rgba + <usize>width * 4;
    lightness(rgba, y, width);
    lightness(next, y + <usize>width, width);
    colour(rgba, next, u, v, width);
    rgba = next + <usize>width * 4;
    y += <usize>width * 2;
    u += <usize>width / 2;
    v += <usize>width / 2;
  }
}
