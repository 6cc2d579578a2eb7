import { type Camera, lookAt } from '../../stage/camera.ts';
import { easeOut, mix, within } from '../../stage/easing.ts';
import type { Vector } from '../../stage/matrix.ts';
import type { Boat } from '../landscape/boats.ts';

interface Arrival {
  /** The end of the fall. */
  pin: Vector;
  spin: number;
  /** Final direction of the camera, in radians from straight inland. */
  angle: number;
  /** The times when the camera is in the clouds and when it has arrived. */
  gate: number;
  landed: number;
  /** Approximate speed of the camera's orbit after it has arrived, in radians per second. */
  orbit: number;
}

/** The camera's fall towards a bay and its slow orbit over it, and the moving boats. */
export function createBayShots({ pin, spin, angle, gate, landed, orbit }: Arrival) {
  /** A boat that is `out` units from the pin towards the camera and `aside` to the right when the camera lands. */
  const boat = (aside: number, out: number, course: number, speed: number, length: number, run: number): Boat => ({
    x: pin[0] + aside * Math.cos(angle) - out * Math.sin(angle) + Math.sin(course + angle) * speed * run,
    z: pin[2] - aside * Math.sin(angle) - out * Math.cos(angle) + Math.cos(course + angle) * speed * run,
    sin: Math.sin(course + angle),
    cos: Math.cos(course + angle),
    length,
    speed,
    hull: [0.75, 0.72, 0.66],
  });

  return {
    cameraAt(time: number): Camera {
      const fall = easeOut(within(time, gate - 0.25, landed - gate + 1.1), 3.4);
      const turn = angle + orbit * (time - landed) * 0.32;
      const high = 430 * (33 / 430) ** fall;
      const back = mix(20, 76, fall ** 2.2);
      return lookAt(
        [pin[0] - Math.sin(turn) * back, high, pin[2] - Math.cos(turn) * back],
        [pin[0] * (1 - 0.4 * fall), 3 * fall, pin[2] + mix(0, 34, fall)],
        mix(2.1, 1.75, fall),
        0.25 * (1 - fall) * spin,
      );
    },
    boatsAt(time: number): Boat[] {
      const run = time - landed;
      return [
        boat(spin * 2, 27, spin * 1.72, 8, 3.6, run),
        boat(-spin * 20, 46, spin * 1.3, 6, 3, run),
        boat(-9, 20, 0.5, 0, 2.4, run),
        boat(9, 23, 2.4, 0, 2.8, run),
        boat(spin * 7, 40, 1.1, 0, 3.2, run),
      ];
    },
  };
}
