/**
 * The arithmetic of `stage/clay-set.ts` in AssemblyScript: four rays or points at a time, one in each lane of a vector.
 * `node scripts/build-kernels.ts` compiles it.
 *
 * Memory: the lanes' inputs and outputs, the pieces, and from `FREE` on the lumps and bunches that the caller has written.
 * `src/stage/clay-kernel.ts` and `clay-set.ts` write and read them at the same offsets.
 */
const OX: usize = 0;
const OY: usize = 16;
const OZ: usize = 32;
const DX: usize = 48;
const DY: usize = 64;
const DZ: usize = 80;
/** A lane without a ray has a far end behind its origin. */
const FAR: usize = 96;
const ROOMY: usize = 112;
const OWNER: usize = 128;
const NX: usize = 144;
const NY: usize = 160;
const NZ: usize = 176;
const VALUE: usize = 192;
const FROM: usize = 208;
const UNTIL: usize = 224;
const ACTIVE: usize = 512;

const LUMP: usize = 112;
const BUNCH: usize = 6;

let activeEnd: usize = ACTIVE;
// Only camera rays see hair: shadows and occlusion of its size would be noise.
let showsHair: bool = false;
let found: v128 = i32x4(0, 0, 0, 0);
let reach: v128 = i32x4(0, 0, 0, 0);

function add(a: v128, b: v128): v128 {
  return f32x4.add(a, b);
}
function sub(a: v128, b: v128): v128 {
  return f32x4.sub(a, b);
}
function mul(a: v128, b: v128): v128 {
  return f32x4.mul(a, b);
}
function min(a: v128, b: v128): v128 {
  return f32x4.pmin(a, b);
}
function max(a: v128, b: v128): v128 {
  return f32x4.pmax(a, b);
}
function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return add(add(mul(ax, bx), mul(ay, by)), mul(az, bz));
}
function all(value: f32): v128 {
  return f32x4.splat(value);
}

/** Whether any ray comes within `margin` of a piece's bounding sphere. */
function passes(piece: usize, margin: f32): bool {
  const cx = sub(v128.load32_splat(piece, 16), v128.load(OX));
  const cy = sub(v128.load32_splat(piece, 20), v128.load(OY));
  const cz = sub(v128.load32_splat(piece, 24), v128.load(OZ));
  const wide = all(load<f32>(piece, 28) + margin);
  const along = dot(cx, cy, cz, v128.load(DX), v128.load(DY), v128.load(DZ));
  const aside = sub(dot(cx, cy, cz, cx, cy, cz), mul(along, along));
  const near = v128.and(
    f32x4.le(aside, mul(wide, wide)),
    v128.and(f32x4.ge(add(along, wide), all(0)), f32x4.le(sub(along, wide), v128.load(FAR))),
  );
  return v128.any_true(near);
}

/** Collects the lumps near any of the rays; false when there are none. Sets each ray's section among them. */
function collect(piece: usize, margin: f32): bool {
  const ox = v128.load(OX);
  const oy = v128.load(OY);
  const oz = v128.load(OZ);
  const dx = v128.load(DX);
  const dy = v128.load(DY);
  const dz = v128.load(DZ);
  const far = v128.load(FAR);
  const zero = all(0);
  let from = far;
  let until = zero;
  let lump: usize = load<u32>(piece, 0);
  const end: usize = load<u32>(piece, 4);
  let bunch: usize = load<u32>(piece, 8);
  activeEnd = ACTIVE;
  while (lump < end) {
    let last = lump + BUNCH * LUMP;
    if (last > end) last = end;
    const bx = sub(v128.load32_splat(bunch), ox);
    const by = sub(v128.load32_splat(bunch, 4), oy);
    const bz = sub(v128.load32_splat(bunch, 8), oz);
    const wide = all(load<f32>(bunch, 12) + margin);
    const ahead = dot(bx, by, bz, dx, dy, dz);
    const aside = sub(dot(bx, by, bz, bx, by, bz), mul(ahead, ahead));
    const near = v128.and(
      f32x4.le(aside, mul(wide, wide)),
      v128.and(f32x4.ge(add(ahead, wide), zero), f32x4.le(sub(ahead, wide), far)),
    );
    bunch += 16;
    if (!v128.any_true(near)) {
      lump = last;
      continue;
    }
    for (; lump < last; lump += LUMP) {
      const cx = sub(v128.load32_splat(lump), ox);
      const cy = sub(v128.load32_splat(lump, 4), oy);
      const cz = sub(v128.load32_splat(lump, 8), oz);
      const along = dot(cx, cy, cz, dx, dy, dz);
      const radius = all(load<f32>(lump, 80) + margin);
      const room = sub(mul(radius, radius), sub(dot(cx, cy, cz, cx, cy, cz), mul(along, along)));
      const half = f32x4.sqrt(max(room, zero));
      const enters = sub(along, half);
      const leaves = add(along, half);
      const meets = v128.and(f32x4.ge(room, zero), v128.and(f32x4.ge(leaves, zero), f32x4.le(enters, far)));
      if (!v128.any_true(meets)) continue;
      store<u32>(activeEnd, <u32>lump);
      activeEnd += 4;
      from = v128.bitselect(min(from, enters), from, meets);
      until = v128.bitselect(max(until, leaves), until, meets);
    }
  }
  v128.store(FROM, max(from, zero));
  v128.store(UNTIL, min(until, far));
  return activeEnd > ACTIVE;
}

function hash(n: v128): v128 {
  let mixed = i32x4.mul(v128.xor(n, i32x4.shr_u(n, 13)), i32x4.splat(1274126177));
  mixed = i32x4.mul(v128.xor(mixed, i32x4.shr_u(mixed, 15)), i32x4.splat(<i32>2246822519));
  mixed = v128.xor(mixed, i32x4.shr_u(mixed, 16));
  return mul(f32x4.convert_i32x4_s(i32x4.shr_u(mixed, 8)), all(1.0 / 16777216.0));
}

/** `noise3` of `stage/noise.ts`. */
function noise(x: v128, y: v128, z: v128): v128 {
  const wx = f32x4.floor(x);
  const wy = f32x4.floor(y);
  const wz = f32x4.floor(z);
  let u = sub(x, wx);
  let v = sub(y, wy);
  let w = sub(z, wz);
  u = mul(mul(u, u), sub(all(3), add(u, u)));
  v = mul(mul(v, v), sub(all(3), add(v, v)));
  w = mul(mul(w, w), sub(all(3), add(w, w)));
  const stepX = i32x4.splat(374761393);
  const stepY = i32x4.splat(668265263);
  const stepZ = i32x4.splat(1440662683);
  const n0 = i32x4.add(
    i32x4.add(i32x4.mul(i32x4.trunc_sat_f32x4_s(wx), stepX), i32x4.mul(i32x4.trunc_sat_f32x4_s(wy), stepY)),
    i32x4.mul(i32x4.trunc_sat_f32x4_s(wz), stepZ),
  );
  const n1 = i32x4.add(n0, stepY);
  const n2 = i32x4.add(n0, stepZ);
  const n3 = i32x4.add(n1, stepZ);
  const a0 = hash(n0);
  const a = add(a0, mul(sub(hash(i32x4.add(n0, stepX)), a0), u));
  const b0 = hash(n1);
  const b = add(b0, mul(sub(hash(i32x4.add(n1, stepX)), b0), u));
  const c0 = hash(n2);
  const c = add(c0, mul(sub(hash(i32x4.add(n2, stepX)), c0), u));
  const d0 = hash(n3);
  const d = add(d0, mul(sub(hash(i32x4.add(n3, stepX)), d0), u));
  const near = add(a, mul(sub(b, a), v));
  const far = add(c, mul(sub(d, c), v));
  return add(near, mul(sub(far, near), w));
}

/** `fuzzLength` of `stage/fuzz.ts` at its frequency for clay. */
function fuzzLength(x: v128, y: v128, z: v128): v128 {
  const coarse = noise(add(mul(x, all(52.0 * 0.42)), all(7.1)), mul(y, all(52.0 * 0.3)), mul(z, all(52.0 * 0.42)));
  const fine = noise(mul(x, all(52)), add(mul(y, all(52.0 * 0.55)), mul(x, all(3))), mul(z, all(52)));
  return add(mul(coarse, all(0.45)), mul(fine, all(0.55)));
}

/** Distance to a lump; the points are relative to its place. */
function lumpDistance(lump: usize, px: v128, py: v128, pz: v128): v128 {
  const zero = all(0);
  const qx = dot(px, py, pz, v128.load32_splat(lump, 12), v128.load32_splat(lump, 16), v128.load32_splat(lump, 20));
  const qy = dot(px, py, pz, v128.load32_splat(lump, 24), v128.load32_splat(lump, 28), v128.load32_splat(lump, 32));
  const qz = dot(px, py, pz, v128.load32_splat(lump, 36), v128.load32_splat(lump, 40), v128.load32_splat(lump, 44));
  const a = v128.load32_splat(lump, 48);
  const b = v128.load32_splat(lump, 52);
  const c = v128.load32_splat(lump, 56);
  let distance = zero;
  switch (load<i32>(lump, 96)) {
    case 0: {
      const ia = v128.load32_splat(lump, 60);
      const ib = v128.load32_splat(lump, 64);
      const ic = v128.load32_splat(lump, 68);
      const ux = mul(qx, ia);
      const uy = mul(qy, ib);
      const uz = mul(qz, ic);
      const k = f32x4.sqrt(dot(ux, uy, uz, ux, uy, uz));
      const vx = mul(ux, ia);
      const vy = mul(uy, ib);
      const vz = mul(uz, ic);
      distance = f32x4.div(mul(k, sub(k, all(1))), add(f32x4.sqrt(dot(vx, vy, vz, vx, vy, vz)), all(1e-9)));
      break;
    }
    case 1: {
      const round = v128.load32_splat(lump, 72);
      const ex = add(sub(f32x4.abs(qx), a), round);
      const ey = add(sub(f32x4.abs(qy), b), round);
      const ez = add(sub(f32x4.abs(qz), c), round);
      const hx = max(ex, zero);
      const hy = max(ey, zero);
      const hz = max(ez, zero);
      const inside = max(max(ex, ey), ez);
      distance = sub(add(f32x4.sqrt(dot(hx, hy, hz, hx, hy, hz)), min(inside, zero)), round);
      break;
    }
    case 2: {
      const round = v128.load32_splat(lump, 72);
      const ex = add(sub(f32x4.sqrt(add(mul(qx, qx), mul(qz, qz))), a), round);
      const ey = add(sub(f32x4.abs(qy), b), round);
      const hx = max(ex, zero);
      const hy = max(ey, zero);
      const inside = max(ex, ey);
      distance = sub(add(f32x4.sqrt(add(mul(hx, hx), mul(hy, hy))), min(inside, zero)), round);
      break;
    }
    case 3: {
      const ring = sub(f32x4.sqrt(add(mul(qx, qx), mul(qz, qz))), a);
      distance = sub(f32x4.sqrt(add(mul(ring, ring), mul(qy, qy))), b);
      break;
    }
    case 4: {
      const upper = f32x4.sqrt(add(mul(qx, qx), mul(qy, qy)));
      const ring = sub(v128.bitselect(upper, f32x4.abs(qx), f32x4.gt(qy, zero)), a);
      const below = min(qy, zero);
      distance = sub(f32x4.sqrt(dot(ring, below, qz, ring, below, qz)), b);
      break;
    }
    default: {
      let share = mul(add(mul(qy, v128.load32_splat(lump, 64)), all(1)), all(0.5));
      share = min(max(share, zero), all(1));
      const ey = sub(qy, mul(sub(add(share, share), all(1)), b));
      distance = sub(f32x4.sqrt(dot(qx, ey, qz, qx, ey, qz)), add(a, mul(sub(c, a), share)));
    }
  }
  const own = mul(distance, v128.load32_splat(lump, 84));
  const fuzz = load<f32>(lump, 88);
  if (!showsHair || fuzz === 0) return own;
  // Where lumps blend, the skin is outside both of them; beyond it the hair fades, so that the distance stays continuous.
  const room = sub(all(fuzz * 1.8 + load<f32>(lump, 92) * 0.3), own);
  const hairy = f32x4.gt(room, zero);
  if (!v128.any_true(hairy)) return own;
  const long = mul(mul(all(fuzz), fuzzLength(qx, qy, qz)), min(all(1), mul(room, all(1 / fuzz))));
  return sub(own, v128.and(long, hairy));
}

/**
 * Distance to the collected lumps. `hint` is an upper bound of it; lumps farther away are skipped. A lane with a very
 * negative hint is not computed.
 */
function distance(x: v128, y: v128, z: v128, hint: v128): v128 {
  let nearest = all(1e9);
  const zero = all(0);
  for (let entry = ACTIVE; entry < activeEnd; entry += 4) {
    const lump: usize = load<u32>(entry);
    const blend = load<f32>(lump, 76);
    const k = all(blend);
    const carving = load<i32>(lump, 100) !== 0;
    const px = sub(x, v128.load32_splat(lump));
    const py = sub(y, v128.load32_splat(lump, 4));
    const pz = sub(z, v128.load32_splat(lump, 8));
    // A lump whose bounding sphere is farther away than the nearest lump so far cannot change the result.
    const limit = add(
      carving ? sub(k, nearest) : add(min(nearest, hint), v128.load32_splat(lump, 92)),
      v128.load32_splat(lump, 80),
    );
    const needed = v128.and(f32x4.ge(limit, zero), f32x4.le(dot(px, py, pz, px, py, pz), mul(limit, limit)));
    if (!v128.any_true(needed)) continue;
    let own = lumpDistance(lump, px, py, pz);
    if (carving) {
      own = f32x4.neg(own);
      const joined = max(nearest, own);
      if (blend > 0) {
        const h = max(zero, sub(k, f32x4.abs(sub(nearest, own))));
        own = add(joined, mul(mul(h, h), all(0.25 / blend)));
      } else own = joined;
    } else if (blend > 0) {
      const h = max(zero, sub(k, f32x4.abs(sub(nearest, own))));
      own = sub(min(nearest, own), mul(mul(h, h), all(0.25 / blend)));
    } else own = min(nearest, own);
    nearest = v128.bitselect(own, nearest, needed);
  }
  return v128.bitselect(nearest, hint, f32x4.lt(nearest, all(1e9)));
}

/** Writes the owners and the normals of the lanes in `found`, `reach` along their rays. */
function describe(): void {
  const off = all(-1e9);
  const x = add(v128.load(OX), mul(v128.load(DX), reach));
  const y = add(v128.load(OY), mul(v128.load(DY), reach));
  const z = add(v128.load(OZ), mul(v128.load(DZ), reach));
  let best = v128.bitselect(all(1e9), off, found);
  let owner = i32x4.splat(0);
  let ownerCarved = i32x4.splat(0);
  let hair = all(0);
  for (let entry = ACTIVE; entry < activeEnd; entry += 4) {
    const lump: usize = load<u32>(entry);
    const px = sub(x, v128.load32_splat(lump));
    const py = sub(y, v128.load32_splat(lump, 4));
    const pz = sub(z, v128.load32_splat(lump, 8));
    const limit = add(best, v128.load32_splat(lump, 80));
    const needed = v128.and(f32x4.ge(limit, all(0)), f32x4.le(dot(px, py, pz, px, py, pz), mul(limit, limit)));
    if (!v128.any_true(needed)) continue;
    let own = f32x4.abs(lumpDistance(lump, px, py, pz));
    const carved = load<i32>(lump, 100) !== 0;
    // A lump added after a carved hollow covers it where both are about equally near.
    if (!carved) own = sub(own, v128.and(all(0.014), ownerCarved));
    const nearer = v128.and(needed, f32x4.lt(own, best));
    best = v128.bitselect(own, best, nearer);
    owner = v128.bitselect(i32x4.splat(<i32>lump), owner, nearer);
    ownerCarved = v128.bitselect(i32x4.splat(carved ? -1 : 0), ownerCarved, nearer);
    hair = v128.bitselect(v128.load32_splat(lump, 88), hair, nearer);
  }
  // On fuzz the normal is sampled over a wider distance, so that it looks soft, not rough.
  const e = v128.bitselect(all(0.016), all(0.003), f32x4.gt(hair, all(0)));
  const hint = v128.bitselect(all(0.05), off, found);
  const a = distance(add(x, e), sub(y, e), sub(z, e), hint);
  const b = distance(sub(x, e), sub(y, e), add(z, e), hint);
  const c = distance(sub(x, e), add(y, e), sub(z, e), hint);
  const d = distance(add(x, e), add(y, e), add(z, e), hint);
  const nx = add(sub(sub(a, b), c), d);
  const ny = add(sub(sub(c, a), b), d);
  const nz = add(sub(sub(b, a), c), d);
  const inverse = f32x4.div(all(1), add(f32x4.sqrt(dot(nx, ny, nz, nx, ny, nz)), all(1e-12)));
  v128.store(OWNER, v128.bitselect(owner, v128.load(OWNER), found));
  v128.store(NX, v128.bitselect(mul(nx, inverse), v128.load(NX), found));
  v128.store(NY, v128.bitselect(mul(ny, inverse), v128.load(NY), found));
  v128.store(NZ, v128.bitselect(mul(nz, inverse), v128.load(NZ), found));
  v128.store(FAR, v128.bitselect(reach, v128.load(FAR), found));
}

/** Traces the four rays; FAR becomes the distance of each hit, OWNER the lump, 0 where a ray hits nothing. */
export function intersect(first: usize, end: usize): void {
  v128.store(OWNER, i32x4.splat(0));
  showsHair = true;
  const off = all(-1e9);
  const ox = v128.load(OX);
  const oy = v128.load(OY);
  const oz = v128.load(OZ);
  const dx = v128.load(DX);
  const dy = v128.load(DY);
  const dz = v128.load(DZ);
  for (let piece = first; piece < end; piece += 48) {
    if (load<i32>(piece, 12) !== 0 && !passes(piece, 0.05)) continue;
    if (!collect(piece, load<f32>(piece, 32))) continue;
    const longestHair = v128.load32_splat(piece, 36);
    let t = v128.load(FROM);
    const until = v128.load(UNTIL);
    let live = f32x4.lt(t, until);
    let hits = i32x4.splat(0);
    let hint = all(1e9);
    for (let step = 0; step < 72; step++) {
      if (!v128.any_true(live)) break;
      const gap = distance(
        add(ox, mul(dx, t)),
        add(oy, mul(dy, t)),
        add(oz, mul(dz, t)),
        v128.bitselect(hint, off, live),
      );
      const met = v128.and(live, f32x4.lt(gap, add(all(0.0012), mul(t, all(0.0006)))));
      hits = v128.or(hits, met);
      live = v128.andnot(live, met);
      // The distance changes fast at the ends of hair, so the steps near them are smaller.
      const share = v128.bitselect(all(0.62), all(0.93), f32x4.lt(gap, longestHair));
      t = v128.bitselect(add(t, mul(gap, share)), t, live);
      // The distance grows by at most the step; the surplus is for squashed balls, whose distance is an estimate.
      hint = add(mul(gap, all(2.3)), all(0.03));
      live = v128.and(live, f32x4.lt(t, until));
    }
    if (!v128.any_true(hits)) continue;
    found = hits;
    reach = t;
    describe();
  }
}

/** VALUE becomes the share of a distant light that reaches each ray's origin from its direction, with soft edges. */
export function shadow(first: usize, end: usize, hardness: f32): void {
  showsHair = false;
  const off = all(-1e9);
  const ox = v128.load(OX);
  const oy = v128.load(OY);
  const oz = v128.load(OZ);
  const dx = v128.load(DX);
  const dy = v128.load(DY);
  const dz = v128.load(DZ);
  let least = all(1);
  for (let piece = first; piece < end; piece += 48) {
    if (load<i32>(piece, 12) !== 0 && !passes(piece, 0.12)) continue;
    if (!collect(piece, 0.12)) continue;
    let t = max(all(0.02), v128.load(FROM));
    const until = v128.load(UNTIL);
    let open = all(1);
    let live = v128.and(f32x4.lt(t, until), f32x4.gt(least, all(0.01)));
    let hint = all(1e9);
    for (let step = 0; step < 26; step++) {
      if (!v128.any_true(live)) break;
      const gap = distance(
        add(ox, mul(dx, t)),
        add(oy, mul(dy, t)),
        add(oz, mul(dz, t)),
        v128.bitselect(hint, off, live),
      );
      const share = f32x4.div(mul(all(hardness), gap), t);
      open = v128.bitselect(min(open, share), open, live);
      live = v128.and(live, f32x4.ge(open, all(0.01)));
      const go = max(all(0.03), gap);
      t = v128.bitselect(add(t, go), t, live);
      hint = add(add(max(all(0), gap), mul(go, all(1.3))), all(0.03));
      live = v128.and(live, f32x4.lt(t, until));
    }
    open = v128.and(open, f32x4.ge(open, all(0.01)));
    open = mul(mul(open, open), sub(all(3), add(open, open)));
    least = min(least, open);
  }
  v128.store(VALUE, least);
}

/** VALUE becomes the ambient openness of each ray's origin in its direction: less in corners and near contacts. */
export function openness(first: usize, end: usize): void {
  showsHair = false;
  const off = all(-1e9);
  const far = v128.load(FAR);
  const on = f32x4.gt(far, all(0));
  const nx = v128.load(DX);
  const ny = v128.load(DY);
  const nz = v128.load(DZ);
  const x = v128.load(OX);
  const y = v128.load(OY);
  const z = v128.load(OZ);
  const roomy = v128.load(ROOMY);
  let least = all(1);
  for (let piece = first; piece < end; piece += 48) {
    if (load<i32>(piece, 12) !== 0) {
      v128.store(FAR, v128.bitselect(all(0.55), off, on));
      if (!passes(piece, 0.1)) continue;
    }
    v128.store(FAR, v128.bitselect(all(0.2), off, on));
    v128.store(OX, add(x, mul(nx, all(0.2))));
    v128.store(OY, add(y, mul(ny, all(0.2))));
    v128.store(OZ, add(z, mul(nz, all(0.2))));
    const any = collect(piece, 0.35);
    v128.store(OX, x);
    v128.store(OY, y);
    v128.store(OZ, z);
    if (!any) continue;
    let closed = all(0);
    let weight: f32 = 1;
    for (let step = 1; step <= 3; step++) {
      const h: f32 = 0.06 * <f32>(step * step);
      const hint = v128.bitselect(add(all(h * 1.3 + 0.03), roomy), off, on);
      const gap = distance(add(x, mul(nx, all(h))), add(y, mul(ny, all(h))), add(z, mul(nz, all(h))), hint);
      closed = add(closed, mul(max(all(0), sub(all(h), gap)), all(weight / h)));
      weight *= 0.62;
    }
    least = min(least, max(all(0.12), sub(all(1), mul(closed, all(0.5)))));
  }
  v128.store(FAR, far);
  v128.store(VALUE, least);
}
