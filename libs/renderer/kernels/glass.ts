/**
 * The skin of the glass body (`scenes/glass-squish/glass-body.ts`) in AssemblyScript: four points of a ray at a time.
 * `node scripts/build-kernels.ts` compiles it. The state of a frame is at 0; `normal` writes its result to `NORMAL`.
 */
const WIDE: usize = 0;
const HALF: usize = 4;
const CENTRE: usize = 8;
const SQUARE: usize = 12;
const LOBE: usize = 16;
const SHEAR: usize = 20;
const RIPPLE: usize = 24;
const PHASE: usize = 28;
const COS: usize = 32;
const SIN: usize = 36;
const LOBES: usize = 40;
const NORMAL: usize = 48;

function add(a: v128, b: v128): v128 {
  return f32x4.add(a, b);
}
function sub(a: v128, b: v128): v128 {
  return f32x4.sub(a, b);
}
function mul(a: v128, b: v128): v128 {
  return f32x4.mul(a, b);
}
function all(value: f32): v128 {
  return f32x4.splat(value);
}

/** Sine with an error below 0.0001. */
function sine(x: v128): v128 {
  const turns = f32x4.nearest(mul(x, all(0.15915494309)));
  const a = sub(x, mul(turns, all(6.28318530718)));
  // Mirrored into a quarter turn, where the series is short.
  const quarter = all(1.57079632679);
  const folded = f32x4.pmin(f32x4.pmax(a, sub(f32x4.neg(add(quarter, quarter)), a)), sub(add(quarter, quarter), a));
  const s = mul(folded, folded);
  const series = add(all(-0.16666654611), mul(s, add(all(0.0083321608736), mul(s, all(-0.00019515295891)))));
  return add(folded, mul(mul(folded, s), series));
}

/** Below 0 inside the body; the coordinates are the scene's. */
function skin(x: v128, y: v128, z: v128): v128 {
  const v = f32x4.div(sub(y, v128.load32_splat(CENTRE)), v128.load32_splat(HALF));
  const one = all(1);
  const sx = sub(x, mul(mul(v128.load32_splat(SHEAR), add(v, one)), all(0.5)));
  const inverse = all(<f32>1 / load<f32>(WIDE));
  const cos = v128.load32_splat(COS);
  const sin = v128.load32_splat(SIN);
  const u = mul(add(mul(sx, cos), mul(z, sin)), inverse);
  const w = mul(sub(mul(z, cos), mul(sx, sin)), inverse);
  const q = add(mul(u, u), mul(w, w));
  const r = mul(v, v);
  const square = v128.load32_splat(SQUARE);
  const rest = sub(one, square);
  let level = add(mul(q, add(rest, mul(square, q))), mul(r, add(rest, mul(square, r))));
  const ripple = load<f32>(RIPPLE);
  if (ripple > 0.002) {
    const waves = sine(add(mul(v, all(6)), v128.load32_splat(PHASE)));
    level = mul(level, add(one, mul(all(ripple), waves)));
  }
  level = sub(level, one);
  const lobe = load<f32>(LOBE);
  if (lobe === 0) return level;
  // The real part of (u + iw)^n has n waves round the body.
  let a = u;
  let b = w;
  const lobes = load<i32>(LOBES);
  for (let k = 1; k < lobes; k++) {
    const c = sub(mul(a, u), mul(b, w));
    b = add(mul(a, w), mul(b, u));
    a = c;
  }
  return sub(level, mul(mul(all(lobe), a), sub(one, mul(r, all(0.6)))));
}

function skinAlong(ox: f32, oy: f32, oz: f32, dx: f32, dy: f32, dz: f32, t: v128): v128 {
  return skin(add(all(ox), mul(all(dx), t)), add(all(oy), mul(all(dy), t)), add(all(oz), mul(all(dz), t)));
}

/** Distance along the ray where the sign of the skin changes, or -1. */
export function cross(
  ox: f32,
  oy: f32,
  oz: f32,
  dx: f32,
  dy: f32,
  dz: f32,
  from: f32,
  until: f32,
  steps: i32,
  outside: bool,
): f32 {
  const step = (until - from) / <f32>steps;
  // The first lane repeats the last point of the four before.
  for (let first = 0; first < steps; first += 3) {
    const t = f32x4(
      from + step * <f32>first,
      from + step * <f32>(first + 1),
      from + step * <f32>(first + 2),
      from + step * <f32>(first + 3),
    );
    const levels = skinAlong(ox, oy, oz, dx, dy, dz, t);
    const beyond = outside ? f32x4.lt(levels, all(0)) : f32x4.gt(levels, all(0));
    let bits = i32x4.bitmask(beyond);
    if (first === 0 && outside && (bits & 1) !== 0) return from;
    bits &= ~1;
    if (first + 2 > steps) bits &= 3;
    else if (first + 3 > steps) bits &= 7;
    if (bits === 0) continue;
    const lane = ctz(bits);
    let low = from + step * <f32>(first + lane - 1);
    let high = from + step * <f32>(first + lane);
    let fl =
      lane === 1
        ? f32x4.extract_lane(levels, 0)
        : lane === 2
          ? f32x4.extract_lane(levels, 1)
          : f32x4.extract_lane(levels, 2);
    let fh =
      lane === 1
        ? f32x4.extract_lane(levels, 1)
        : lane === 2
          ? f32x4.extract_lane(levels, 2)
          : f32x4.extract_lane(levels, 3);
    for (let k = 0; k < 4; k++) {
      const middle = low + ((high - low) * fl) / (fl - fh);
      const fm = f32x4.extract_lane(skinAlong(ox, oy, oz, dx, dy, dz, all(middle)), 0);
      if (outside ? fm < 0 : fm > 0) {
        high = middle;
        fh = fm;
      } else {
        low = middle;
        fl = fm;
      }
    }
    return outside ? high : low;
  }
  return -1;
}

/** Writes the normal of the skin at a point. */
export function normal(x: f32, y: f32, z: f32): void {
  const e: f32 = 0.004;
  const one = skin(f32x4(x + e, x - e, x, x), f32x4(y, y, y + e, y - e), all(z));
  const two = skin(all(x), all(y), f32x4(z + e, z - e, z, z));
  const gx = f32x4.extract_lane(one, 0) - f32x4.extract_lane(one, 1);
  const gy = f32x4.extract_lane(one, 2) - f32x4.extract_lane(one, 3);
  const gz = f32x4.extract_lane(two, 0) - f32x4.extract_lane(two, 1);
  const inverse = <f32>1 / sqrt(gx * gx + gy * gy + gz * gz + <f32>1e-18);
  store<f32>(NORMAL, gx * inverse);
  store<f32>(NORMAL, gy * inverse, 4);
  store<f32>(NORMAL, gz * inverse, 8);
}
