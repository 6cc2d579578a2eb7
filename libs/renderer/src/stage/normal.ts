interface Normal {
  nx: number;
  ny: number;
  nz: number;
}

/**
 * Sets the normal of a surface from its distances at four corners of a small cube around the point: (+,−,−), (−,−,+),
 * (−,+,−) and (+,+,+).
 */
export function setNormal(out: Normal, a: number, b: number, c: number, d: number): void {
  const nx = a - b - c + d;
  const ny = -a - b + c + d;
  const nz = -a + b - c + d;
  const inverse = 1 / (Math.sqrt(nx * nx + ny * ny + nz * nz) + 1e-12);
  out.nx = nx * inverse;
  out.ny = ny * inverse;
  out.nz = nz * inverse;
}
