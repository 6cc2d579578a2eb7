/**
 * The noise in three dimensions, with slopes and eroded, of `stage/noise.ts` in AssemblyScript: the corners of a cell are the lanes of a vector.
 * `node scripts/build-kernels.ts` compiles it.
 */
const X: i32 = 374761393;
const Y: i32 = 668265263;
const Z: i32 = 1440662683;

/** Where `slope3` writes the value and its slopes along x, y and z, as 64-bit floats. */
const OUT: usize = 0;

function hash2(ix: i32, iy: i32): v128 {
  const n = i32x4.add(i32x4.splat(ix * X + iy * Y), i32x4(0, X, Y, X + Y));
  const mixed = i32x4.mul(v128.xor(n, i32x4.shr_u(n, 13)), i32x4.splat(1274126177));
  return unit(mixed);
}

function hash3(n: v128): v128 {
  let mixed = i32x4.mul(v128.xor(n, i32x4.shr_u(n, 13)), i32x4.splat(1274126177));
  mixed = i32x4.mul(v128.xor(mixed, i32x4.shr_u(mixed, 15)), i32x4.splat(<i32>2246822519));
  return unit(mixed);
}

function unit(mixed: v128): v128 {
  const last = v128.xor(mixed, i32x4.shr_u(mixed, 16));
  return f32x4.mul(f32x4.convert_i32x4_s(i32x4.shr_u(last, 8)), f32x4.splat(1.0 / 16777216.0));
}

function plane(corners: v128, u: f64, v: f64): f64 {
  const a: f64 = f32x4.extract_lane(corners, 0);
  const b: f64 = f32x4.extract_lane(corners, 1);
  const c: f64 = f32x4.extract_lane(corners, 2);
  const d: f64 = f32x4.extract_lane(corners, 3);
  const top = a + (b - a) * u;
  return top + (c + (d - c) * u - top) * v;
}

export function noise3(x: f64, y: f64, z: f64): f64 {
  const wx = floor(x);
  const wy = floor(y);
  const wz = floor(z);
  let u = x - wx;
  let v = y - wy;
  let w = z - wz;
  u = u * u * (3 - 2 * u);
  v = v * v * (3 - 2 * v);
  w = w * w * (3 - 2 * w);
  const n = i32x4.add(i32x4.splat(<i32>wx * X + <i32>wy * Y + <i32>wz * Z), i32x4(0, X, Y, X + Y));
  const near = plane(hash3(n), u, v);
  return near + (plane(hash3(i32x4.add(n, i32x4.splat(Z))), u, v) - near) * w;
}

export function fractal3(px: f64, py: f64, pz: f64, octaves: i32): f64 {
  let x = px;
  let y = py;
  let z = pz;
  let sum: f64 = 0;
  let strength: f64 = 0.5;
  for (let octave = 0; octave < octaves; octave++) {
    sum += strength * noise3(x, y, z);
    const turned = x * 1.62 + z * 1.21;
    z = z * 1.62 - x * 1.21 + 9.1;
    x = turned + 4.3;
    y = y * 2.02 + 3.7;
    strength *= 0.5;
  }
  return sum;
}

export function eroded2(px: f64, py: f64, octaves: i32): f64 {
  let x = px;
  let y = py;
  let sum: f64 = 0;
  let strength: f64 = 0.5;
  let slopeX: f64 = 0;
  let slopeY: f64 = 0;
  for (let octave = 0; octave < octaves; octave++) {
    const wx = floor(x);
    const wy = floor(y);
    const fx = x - wx;
    const fy = y - wy;
    const u = fx * fx * (3 - 2 * fx);
    const v = fy * fy * (3 - 2 * fy);
    const corners = hash2(<i32>wx, <i32>wy);
    const a: f64 = f32x4.extract_lane(corners, 0);
    const right = f32x4.extract_lane(corners, 1) - a;
    const down = f32x4.extract_lane(corners, 2) - a;
    const twist = f32x4.extract_lane(corners, 3) - a - right - down;
    slopeX += 6 * fx * (1 - fx) * (right + twist * v);
    slopeY += 6 * fy * (1 - fy) * (down + twist * u);
    sum += (strength * (a + right * u + down * v + twist * u * v)) / (1 + 0.6 * (slopeX * slopeX + slopeY * slopeY));
    const turned = x * 1.6 + y * 1.2;
    y = y * 1.6 - x * 1.2 + 11.9;
    x = turned + 7.3;
    strength *= 0.5;
  }
  return sum;
}

export function slope3(px: f64, py: f64, pz: f64, octaves: i32): void {
  let x = px;
  let y = py;
  let z = pz;
  let sum: f64 = 0;
  let slopeX: f64 = 0;
  let slopeY: f64 = 0;
  let slopeZ: f64 = 0;
  let strength: f64 = 0.5;
  // Derivatives of the octave's coordinates: a rotation in x and z, a scale in y.
  let cos: f64 = 1;
  let sin: f64 = 0;
  let tall: f64 = 1;
  for (let octave = 0; octave < octaves; octave++) {
    const wx = floor(x);
    const wy = floor(y);
    const wz = floor(z);
    const fx = x - wx;
    const fy = y - wy;
    const fz = z - wz;
    const u = fx * fx * (3 - 2 * fx);
    const v = fy * fy * (3 - 2 * fy);
    const w = fz * fz * (3 - 2 * fz);
    const n = i32x4.add(i32x4.splat(<i32>wx * X + <i32>wy * Y + <i32>wz * Z), i32x4(0, X, Y, X + Y));
    const front = hash3(n);
    const rear = hash3(i32x4.add(n, i32x4.splat(Z)));
    const a: f64 = f32x4.extract_lane(front, 0);
    const b: f64 = f32x4.extract_lane(front, 1);
    const c: f64 = f32x4.extract_lane(front, 2);
    const d: f64 = f32x4.extract_lane(front, 3);
    const e: f64 = f32x4.extract_lane(rear, 0);
    const f: f64 = f32x4.extract_lane(rear, 1);
    const g: f64 = f32x4.extract_lane(rear, 2);
    const h: f64 = f32x4.extract_lane(rear, 3);
    const ab = a + (b - a) * u;
    const cd = c + (d - c) * u;
    const ef = e + (f - e) * u;
    const gh = g + (h - g) * u;
    const near = ab + (cd - ab) * v;
    const far = ef + (gh - ef) * v;
    sum += strength * (near + (far - near) * w);
    const alongX =
      6 *
      fx *
      (1 - fx) *
      ((b - a) * (1 - v) * (1 - w) + (d - c) * v * (1 - w) + (f - e) * (1 - v) * w + (h - g) * v * w);
    const alongZ = 6 * fz * (1 - fz) * (far - near);
    slopeX += strength * (cos * alongX - sin * alongZ);
    slopeY += strength * tall * 6 * fy * (1 - fy) * ((cd - ab) * (1 - w) + (gh - ef) * w);
    slopeZ += strength * (sin * alongX + cos * alongZ);
    const turned = x * 1.62 + z * 1.21;
    z = z * 1.62 - x * 1.21 + 9.1;
    x = turned + 4.3;
    y = y * 2.02 + 3.7;
    const cosine = cos * 1.62 - sin * 1.21;
    sin = sin * 1.62 + cos * 1.21;
    cos = cosine;
    tall *= 2.02;
    strength *= 0.5;
  }
  store<f64>(OUT, sum);
  store<f64>(OUT, slopeX, 8);
  store<f64>(OUT, slopeY, 16);
  store<f64>(OUT, slopeZ, 24);
}
