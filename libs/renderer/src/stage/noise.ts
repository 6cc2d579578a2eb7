/** Pseudo-random number in [0, 1) for a cell of the integer plane. */
export function hash2(x: number, y: number): number {
  let n = (Math.imul(x | 0, 374761393) + Math.imul(y | 0, 668265263)) | 0;
  n = Math.imul(n ^ (n >>> 13), 1274126177);
  return ((n ^ (n >>> 16)) >>> 0) / 4294967296;
}

export function hash3(x: number, y: number, z: number): number {
  let n = (Math.imul(x | 0, 374761393) + Math.imul(y | 0, 668265263) + Math.imul(z | 0, 1440662683)) | 0;
  n = Math.imul(n ^ (n >>> 13), 1274126177);
  n = Math.imul(n ^ (n >>> 15), 2246822519);
  return ((n ^ (n >>> 16)) >>> 0) / 4294967296;
}

/** Smooth value noise in [0, 1). */
export function noise2(x: number, y: number): number {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  let u = x - ix;
  let v = y - iy;
  u = u * u * u * (u * (u * 6 - 15) + 10);
  v = v * v * v * (v * (v * 6 - 15) + 10);
  const top = hash2(ix, iy) * (1 - u) + hash2(ix + 1, iy) * u;
  const bottom = hash2(ix, iy + 1) * (1 - u) + hash2(ix + 1, iy + 1) * u;
  return top + (bottom - top) * v;
}

export function noise3(x: number, y: number, z: number): number {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  const iz = Math.floor(z);
  let u = x - ix;
  let v = y - iy;
  let w = z - iz;
  u = u * u * (3 - 2 * u);
  v = v * v * (3 - 2 * v);
  w = w * w * (3 - 2 * w);
  const a = hash3(ix, iy, iz) * (1 - u) + hash3(ix + 1, iy, iz) * u;
  const b = hash3(ix, iy + 1, iz) * (1 - u) + hash3(ix + 1, iy + 1, iz) * u;
  const c = hash3(ix, iy, iz + 1) * (1 - u) + hash3(ix + 1, iy, iz + 1) * u;
  const d = hash3(ix, iy + 1, iz + 1) * (1 - u) + hash3(ix + 1, iy + 1, iz + 1) * u;
  const near = a + (b - a) * v;
  const far = c + (d - c) * v;
  return near + (far - near) * w;
}

/** Sum of `octaves` of noise, each with twice the frequency and half the amplitude; about [0, 1). */
export function fractal2(x: number, y: number, octaves: number): number {
  let sum = 0;
  let strength = 0.5;
  for (let octave = 0; octave < octaves; octave++) {
    sum += strength * noise2(x, y);
    // Each octave is rotated by about 37 degrees, so that the lattice does not show.
    const turned = x * 1.6 + y * 1.2;
    y = y * 1.6 - x * 1.2 + 17.3;
    x = turned + 5.7;
    strength *= 0.5;
  }
  return sum;
}

export function fractal3(x: number, y: number, z: number, octaves: number): number {
  let sum = 0;
  let strength = 0.5;
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

/** Like `fractal2`, but steep points get less fine noise: ridges stay sharp and slopes are smooth, as if eroded. */
export function eroded2(x: number, y: number, octaves: number): number {
  let sum = 0;
  let strength = 0.5;
  let slopeX = 0;
  let slopeY = 0;
  for (let octave = 0; octave < octaves; octave++) {
    const ix = Math.floor(x);
    const iy = Math.floor(y);
    const fx = x - ix;
    const fy = y - iy;
    const u = fx * fx * (3 - 2 * fx);
    const v = fy * fy * (3 - 2 * fy);
    const a = hash2(ix, iy);
    const right = hash2(ix + 1, iy) - a;
    const down = hash2(ix, iy + 1) - a;
    const twist = hash2(ix + 1, iy + 1) - a - right - down;
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

/** Like `fractal3`, with its gradient: writes the value and the slopes along x, y and z to `out`. */
export function slope3(x: number, y: number, z: number, octaves: number, out: Float64Array): void {
  let sum = 0;
  let slopeX = 0;
  let slopeY = 0;
  let slopeZ = 0;
  let strength = 0.5;
  // Derivatives of the octave's coordinates: a rotation in x and z, a scale in y.
  let cos = 1;
  let sin = 0;
  let tall = 1;
  for (let octave = 0; octave < octaves; octave++) {
    const ix = Math.floor(x);
    const iy = Math.floor(y);
    const iz = Math.floor(z);
    const fx = x - ix;
    const fy = y - iy;
    const fz = z - iz;
    const u = fx * fx * (3 - 2 * fx);
    const v = fy * fy * (3 - 2 * fy);
    const w = fz * fz * (3 - 2 * fz);
    const a = hash3(ix, iy, iz);
    const b = hash3(ix + 1, iy, iz);
    const c = hash3(ix, iy + 1, iz);
    const d = hash3(ix + 1, iy + 1, iz);
    const e = hash3(ix, iy, iz + 1);
    const f = hash3(ix + 1, iy, iz + 1);
    const g = hash3(ix, iy + 1, iz + 1);
    const h = hash3(ix + 1, iy + 1, iz + 1);
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
  out[0] = sum;
  out[1] = slopeX;
  out[2] = slopeY;
  out[3] = slopeZ;
}
