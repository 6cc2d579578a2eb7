import { type Camera, lookAt } from '../stage/camera.ts';
import { easeOut, mix, within } from '../stage/easing.ts';
import type { Vector } from '../stage/matrix.ts';
import type { Boat } from './boats.ts';

interface Arrival {
  /** Where the fall ends. */
  pin: Vector;
  spin: number;
  /** When the camera is in the clouds, and when it is down. */
  gate: number;
  landed: number;
  /** Radians a second, roughly, that the camera goes round after it has arrived. */
  orbit: number;
}

/** The fall towards a bay, the slow round over it, and the boats that are under way there. */
export function createBayShots({ pin, spin, gate, landed, orbit }: Arrival) {
  const boat = (x: number, z: number, course: number, speed: number, length: number, run: number): Boat => ({
    x: x + Math.sin(course) * speed * run,
    z: z + Math.cos(course) * speed * run,
    sin: Math.sin(course),
    cos: Math.cos(course),
    length,
    speed,
    hull: [0.75, 0.72, 0.66],
  });

  return {
    cameraAt(time: number): Camera {
      const fall = easeOut(within(time, gate - 0.25, landed - gate + 1.1), 3.4);
      const angle = orbit * (time - landed) * 0.32 - 0.18 * spin;
      const high = 430 * (33 / 430) ** fall;
      const back = mix(20, 76, fall ** 2.2);
      return lookAt(
        [pin[0] - Math.sin(angle) * back, high, pin[2] - Math.cos(angle) * back],
        [pin[0] * (1 - 0.4 * fall), 3 * fall, pin[2] + mix(0, 34, fall)],
        mix(2.1, 1.75, fall),
        0.25 * (1 - fall) * spin,
      );
    },
    boatsAt(time: number): Boat[] {
      const run = time - landed;
      const shore = pin[2];
      return [
        boat(pin[0] + spin * 2, shore - 26, spin * 1.75, 8, 3.6, run),
        boat(pin[0] - spin * 26, shore - 46, spin * 1.2, 6, 3, run),
        boat(pin[0] - 9, shore - 19, 0.5, 0, 2.4, run),
        boat(pin[0] + 11, shore - 22, 2.4, 0, 2.8, run),
        boat(pin[0] + 3, shore - 34, 1.1, 0, 3.2, run),
      ];
    },
  };
}
