import { type Camera, project } from '../../stage/camera.ts';
import { type Colour, scale } from '../../stage/colour.ts';
import { clamp } from '../../stage/easing.ts';
import type { Film } from '../../stage/film.ts';
import { softDisc } from '../../stage/soft-shapes.ts';
import type { CarPose } from './city-car.ts';
import { type CityPlan, HALF } from './city-plan.ts';
import type { Power } from './city-power.ts';

const EVERY = 11;
const COUNT = 11;
/** The distance that the lens is focused on, in metres. */
const SHARP = 16;
/** Radius of the blur of a far point, as a share of the picture's height. */
const APERTURE = 0.055;

/** Adds the street's lamps: points of light far away, large soft discs near the lens. */
export function addLamps(film: Film, camera: Camera, { warm, cool }: CityPlan, power: Power): void {
  const first = Math.ceil((camera.z + 1.1) / EVERY);
  for (let n = COUNT - 1; n >= 0; n--) {
    const z = (first + n) * EVERY;
    const lit = power.at(z);
    if (lit < 0.02) continue;
    for (const side of [-1, 1]) {
      const spot = project(camera, side * (HALF - 0.55), 5.6, z);
      const blur = Math.abs(1 - SHARP / spot.depth) * APERTURE * clamp(8 / spot.depth, 0.08, 1);
      const radius = Math.max(0.7, film.height * Math.max(blur, 0.05 / spot.depth));
      const strength = clamp((film.height * 0.004) / radius, 0.05, 1) ** 1.3 * 3.2 * lit;
      const tint = (first + n) % 4 === 0 ? cool : warm;
      disc(film, spot, radius, scale(tint, strength));
    }
  }
}

/** Adds the spray that the car's wheels throw up, lit by its tail lights. */
export function addSpray(film: Film, camera: Camera, car: CarPose, strength: number, time: number): void {
  if (strength < 0.02) return;
  for (let n = 0; n < 7; n++) {
    const swirl = Math.sin(time * 23 + n * 2.4);
    const back = 2.5 + n * 0.55;
    if (car.z - back < camera.z + 1) break;
    const spot = project(
      camera,
      car.x + (n % 2 ? 0.6 : -0.6) + 0.2 * swirl,
      0.22 + 0.09 * n + 0.06 * swirl,
      car.z - back,
    );
    const radius = ((0.34 + 0.13 * n) * camera.focal * film.height * 0.5) / spot.depth;
    disc(film, spot, radius, { r: 0.1 * strength, g: 0.014 * strength, b: 0.018 * strength }, 0.95);
  }
}

function disc(
  film: Film,
  spot: { x: number; y: number; depth: number },
  radius: number,
  light: Colour,
  soft = 0.18,
): void {
  const [x, y] = [film.width / 2 + spot.x * film.height, film.height / 2 + spot.y * film.height];
  softDisc(film, x, y, radius, Math.max(0.6, radius * soft), light, 1, soft < 0.5 && radius > 3 ? 0.35 : 0, true);
}
