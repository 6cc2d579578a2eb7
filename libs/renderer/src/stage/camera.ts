/** A pinhole camera, set once per frame. */
export interface Camera {
  x: number;
  y: number;
  z: number;
  /** The camera's axes as unit vectors. */
  right: [number, number, number];
  up: [number, number, number];
  forward: [number, number, number];
  /** Distance of the picture plane, in units of half the picture's height. */
  focal: number;
}

export function lookAt(from: [number, number, number], to: [number, number, number], focal: number, roll = 0): Camera {
  const forward = unit([to[0] - from[0], to[1] - from[1], to[2] - from[2]]);
  const side = unit(cross([Math.sin(roll), Math.cos(roll), 0], forward));
  const up = cross(forward, side);
  return { x: from[0], y: from[1], z: from[2], right: side, up, forward, focal };
}

/** Projects a point: x right and y down from the picture's centre, in picture heights; depth > 0 is in front of the camera. */
export function project(camera: Camera, x: number, y: number, z: number): { x: number; y: number; depth: number } {
  const dx = x - camera.x;
  const dy = y - camera.y;
  const dz = z - camera.z;
  const depth = dx * camera.forward[0] + dy * camera.forward[1] + dz * camera.forward[2];
  const along = (dx * camera.right[0] + dy * camera.right[1] + dz * camera.right[2]) / depth;
  const above = (dx * camera.up[0] + dy * camera.up[1] + dz * camera.up[2]) / depth;
  return { x: along * camera.focal * 0.5, y: -above * camera.focal * 0.5, depth };
}

/** Projects a point to the pixels of the 1080x1920 overlay. */
export function projectOnOverlay(
  camera: Camera,
  x: number,
  y: number,
  z: number,
): { x: number; y: number; depth: number } {
  const place = project(camera, x, y, z);
  return { x: 540 + place.x * 1920, y: 960 + place.y * 1920, depth: place.depth };
}

export function unit(v: [number, number, number]): [number, number, number] {
  const length = Math.hypot(v[0], v[1], v[2]) || 1;
  return [v[0] / length, v[1] / length, v[2] / length];
}

export function cross(a: [number, number, number], b: [number, number, number]): [number, number, number] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
