/**
 * The search for the bounding cylinders that a ray hits (`stage/solids.ts`) in AssemblyScript: four cylinders at a time.
 * `node scripts/build-kernels.ts` compiles it. Each field of the cylinders is a row of `ROW` bytes; a cylinder that is not
 * shown has a negative radius. The numbers of those hit are written to `ACTIVE`, the ray's section among them to `SPAN`.
 */
const SPAN: usize = 0;
const ACTIVE: usize = 16;
const FIELDS: usize = 1024;
const ROW: usize = 512;
const X: usize = FIELDS;
const Y: usize = FIELDS + ROW;
const Z: usize = FIELDS + ROW * 2;
const WIDE: usize = FIELDS + ROW * 3;
const TALL: usize = FIELDS + ROW * 4;
/** All bits set where a solid casts shadows. */
const CASTS: usize = FIELDS + ROW * 5;

/** Returns the number of solids hit. `except`: the number of one to leave out, or -1. */
export function collect(
  count: i32,
  ox: f32,
  oy: f32,
  oz: f32,
  dx: f32,
  dy: f32,
  dz: f32,
  far: f32,
  margin: f32,
  except: i32,
  hulls: bool,
): i32 {
  const steep: f32 = abs(dy) < 1e-7 ? 1e-7 : dy;
  const zero = f32x4.splat(0);
  const flat = f32x4.splat(dx * dx + dz * dz + 1e-12);
  const perFlat = f32x4.splat(<f32>1 / (dx * dx + dz * dz + 1e-12));
  const perSteep = f32x4.splat(<f32>1 / steep);
  const most = f32x4.splat(far);
  let from = most;
  let until = zero;
  let end = ACTIVE;
  for (let index = 0, at: usize = 0; index < count; index += 4, at += 16) {
    const radius = v128.load(at, WIDE);
    const px = f32x4.sub(f32x4.splat(ox), v128.load(at, X));
    const py = f32x4.sub(f32x4.splat(oy), v128.load(at, Y));
    const pz = f32x4.sub(f32x4.splat(oz), v128.load(at, Z));
    const wide = f32x4.add(radius, f32x4.splat(margin));
    const b = f32x4.add(f32x4.mul(px, f32x4.splat(dx)), f32x4.mul(pz, f32x4.splat(dz)));
    const beside = f32x4.sub(f32x4.add(f32x4.mul(px, px), f32x4.mul(pz, pz)), f32x4.mul(wide, wide));
    const room = f32x4.sub(f32x4.mul(b, b), f32x4.mul(flat, beside));
    let hit = v128.and(f32x4.ge(room, zero), f32x4.ge(radius, zero));
    if (hulls) hit = v128.and(hit, v128.load(at, CASTS));
    if (!v128.any_true(hit)) continue;
    const tall = f32x4.add(v128.load(at, TALL), f32x4.splat(margin));
    const half = f32x4.sqrt(f32x4.pmax(room, zero));
    const one = f32x4.mul(f32x4.sub(f32x4.neg(tall), py), perSteep);
    const two = f32x4.mul(f32x4.sub(tall, py), perSteep);
    const enter = f32x4.pmax(f32x4.mul(f32x4.sub(f32x4.neg(b), half), perFlat), f32x4.pmin(one, two));
    const leave = f32x4.pmin(f32x4.mul(f32x4.sub(half, b), perFlat), f32x4.pmax(one, two));
    hit = v128.and(hit, v128.and(f32x4.ge(leave, f32x4.pmax(enter, zero)), f32x4.le(enter, most)));
    if (except >= index && except < index + 4)
      hit = v128.andnot(hit, i32x4.eq(i32x4.splat(except - index), i32x4(0, 1, 2, 3)));
    let bits = i32x4.bitmask(hit);
    if (bits === 0) continue;
    from = v128.bitselect(f32x4.pmin(from, enter), from, hit);
    until = v128.bitselect(f32x4.pmax(until, leave), until, hit);
    while (bits !== 0) {
      store<i32>(end, index + ctz(bits));
      end += 4;
      bits &= bits - 1;
    }
  }
  const near = min(
    min(f32x4.extract_lane(from, 0), f32x4.extract_lane(from, 1)),
    min(f32x4.extract_lane(from, 2), f32x4.extract_lane(from, 3)),
  );
  const last = max(
    max(f32x4.extract_lane(until, 0), f32x4.extract_lane(until, 1)),
    max(f32x4.extract_lane(until, 2), f32x4.extract_lane(until, 3)),
  );
  store<f32>(SPAN, max(near, 0));
  store<f32>(SPAN, min(last, far), 4);
  return <i32>((end - ACTIVE) >> 2);
}
