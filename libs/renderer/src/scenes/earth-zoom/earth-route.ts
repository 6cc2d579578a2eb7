import { cross, unit } from '../../stage/camera.ts';
import type { Vector } from '../../stage/matrix.ts';
import type { Earth } from './earth-surface.ts';
import { sunAside } from './sun-glare.ts';
import { turned } from './tilt.ts';

/** Start angle of the camera, in radians round the planet from the goal: over the edge of night. */
const START = 0.86;
const CANDIDATES = 40;

/** A route round the planet from its night side to a place on a coast. */
export interface Route {
  place: Vector;
  across: Vector;
  north: Vector;
  sun: Vector;
  /** The direction that points up in the opening picture. */
  sky: Vector;
}

/** The point of the planet below the camera: `swing` 1 is the start, 0 the place. */
export function pointBelow({ place, across, north }: Route, swing: number): Vector {
  return along(place, across, north, Math.cos(swing * START), -Math.sin(swing * START), 0.2 * swing);
}

/** Chooses among several routes the one with the most lights on its night side and the best view at its goal. */
export function chooseRoute(earth: Earth, spin: number, lean: number): Route {
  let best: Route | null = null;
  let most = Number.NEGATIVE_INFINITY;
  for (let n = 0; n < CANDIDATES; n++) {
    const route = routeTo(earth.coast(), spin, lean);
    const score = earth.townLightsAt(nightPoints(route)) * 4 + earth.rateGoal(goalPoints(route));
    if (score > most) {
      best = route;
      most = score;
    }
  }
  return best as Route;
}

function along(a: Vector, b: Vector, c: Vector, i: number, j: number, k: number): Vector {
  return unit([a[0] * i + b[0] * j + c[0] * k, a[1] * i + b[1] * j + c[1] * k, a[2] * i + b[2] * j + c[2] * k]);
}

function routeTo(place: Vector, spin: number, lean: number): Route {
  const across = unit([place[2] * spin, 0, -place[0] * spin]);
  const north = unit(cross(place, [across[0] * spin, across[1] * spin, across[2] * spin]));
  const sun = along(place, across, north, 0.56, 0.74, 0.34);
  const route: Route = { place, across, north, sun, sky: north };
  const start = pointBelow(route, 1);
  // In the opening picture the sun is on the planet's edge, a little to one side of the top.
  return { ...route, sky: turned(sunAside(start, sun), start, lean) };
}

/** Points in the lower half of the opening picture. */
function nightPoints(route: Route): Vector[] {
  const start = pointBelow(route, 1);
  const side = cross(route.sky, start);
  const points: Vector[] = [];
  for (let rise = -0.2; rise < 0.3; rise += 0.08)
    for (let aside = -0.36; aside < 0.4; aside += 0.09) points.push(along(start, route.sky, side, 0.9, rise, aside));
  return points;
}

/** Points in widening circles around the goal. */
function goalPoints({ place, across, north }: Route): Vector[] {
  return Array.from({ length: 18 }, (_, n) => {
    const reach = 0.05 + 0.28 * (n / 18);
    return along(place, across, north, 1, Math.cos(n * 2.4) * reach, Math.sin(n * 2.4) * reach);
  });
}
