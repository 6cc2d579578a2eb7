import { type Camera, cross, unit } from '../../stage/camera.ts';
import type { Vector } from '../../stage/matrix.ts';

/** A camera rolled so that its top points as closely towards `top` as its line of sight allows. */
export function upright(from: Vector, to: Vector, top: Vector, focal: number): Camera {
  const forward = unit([to[0] - from[0], to[1] - from[1], to[2] - from[2]]);
  const right = unit(cross(top, forward));
  return { x: from[0], y: from[1], z: from[2], right, up: cross(forward, right), forward, focal };
}

/** Turns a direction by an angle about an axis that is perpendicular to it. */
export function turned(direction: Vector, axis: Vector, angle: number): Vector {
  const side = cross(axis, direction);
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return [direction[0] * cos + side[0] * sin, direction[1] * cos + side[1] * sin, direction[2] * cos + side[2] * sin];
}
