import { clamp, easeIn, easeInOut, easeOut, mix } from '../stage/easing.ts';
import type { Random } from '../stage/random.ts';

/** The press at rest hangs here; the body stands on the lower plate at height `GROUND`. */
export const GROUND = 0.17;
const REST_HEIGHT = 3.7;
const RATE = 480;

/** The body and the press at one moment. Lengths in units of about the body's radius. */
export interface Squeeze {
  /** Radius, and half the height. */
  wide: number;
  half: number;
  /** Height of the body's lowest point over the lower plate. */
  lift: number;
  /** 0 a ball, 1 flat against both plates. */
  flat: number;
  shear: number;
  /** Height and phase of the waves that run over the skin. */
  ripple: number;
  phase: number;
  turn: number;
  /** Underside of the upper plate. */
  plate: number;
}

export interface Press {
  /** When the plate starts down. */
  at: number;
  fall: number;
  hold: number;
  rise: number;
  /** Height left between the plates. */
  gap: number;
}

export function pressPlan(random: Random): Press[] {
  const first = random.range(1.15, 1.4);
  return [
    { at: first, fall: 0.45, hold: 0.25, rise: 0.4, gap: random.range(1.35, 1.5) },
    { at: 2.75, fall: 0.5, hold: random.range(0.35, 0.6), rise: 0.45, gap: random.range(1.05, 1.2) },
    { at: 4.5, fall: random.range(0.9, 1.2), hold: 0.65, rise: 0.25, gap: random.range(0.76, 0.88) },
  ];
}

function plateAt(presses: readonly Press[], time: number): number {
  for (const { at, fall, hold, rise, gap } of presses) {
    const since = time - at;
    if (since < 0 || since > fall + hold + rise) continue;
    const low = GROUND + gap;
    if (since < fall) return mix(REST_HEIGHT, low, fall > 0.8 ? easeInOut(since / fall) : easeIn(since / fall, 2));
    if (since < fall + hold)
      return low + 0.012 * Math.sin((since - fall) * 70) * (fall > 0.8 ? 1 : Math.exp(-(since - fall) * 8));
    return mix(low, REST_HEIGHT, easeOut((since - fall - hold) / rise, 2.4));
  }
  return REST_HEIGHT;
}

/** Runs the spring, the hop and the contact through once; ask it for any time afterwards. */
export function squeezeThrough(
  presses: readonly Press[],
  radius: number,
  firmness: number,
  spin: number,
): (time: number) => Squeeze {
  const steps = 8 * RATE + 2;
  const track = new Float32Array(steps * 5);
  let half = radius;
  let speed = 0;
  let lift = 4.6;
  let liftSpeed = 0;
  let shear = 0;
  let shearSpeed = 0;
  let ripple = 0;
  let turn = 0;
  let turnSpeed = 0;
  const dt = 1 / RATE;
  for (let step = 0; step < steps; step++) {
    const time = step * dt;
    const plate = plateAt(presses, time);
    const plateSpeed = (plateAt(presses, time + dt) - plate) / dt;
    if (time > 0.12) liftSpeed -= 15 * dt;
    lift += liftSpeed * dt;
    const pull = -(half - radius) * firmness - speed * 5.2;
    speed += pull * dt;
    if (lift < 0) {
      // Landing flattens the body; what is left of the fall goes into the spring.
      if (liftSpeed < -0.4) {
        speed += liftSpeed * 0.5;
        shearSpeed += liftSpeed * 0.25 * Math.sin(time * 40);
        ripple = Math.min(1, ripple - liftSpeed * 0.12);
      }
      lift = 0;
      liftSpeed = 0;
    }
    half += speed * dt;
    const room = (plate - GROUND - lift) / 2;
    if (half > room) {
      if (speed - plateSpeed / 2 > 0.8) ripple = Math.min(1, ripple + 0.25);
      half = room;
      if (plateSpeed > 3 && half < radius * 0.55) {
        // Let go from a deep squeeze: the body jumps after the plate.
        liftSpeed = Math.max(liftSpeed, 4.6);
        turnSpeed = spin;
      }
      speed = Math.min(speed, plateSpeed / 2);
    }
    half = clamp(half, radius * 0.26, radius * 1.4);
    shearSpeed += (-shear * 190 - shearSpeed * 4.2) * dt;
    shear += shearSpeed * dt;
    ripple *= Math.exp(-dt * 1.9);
    turnSpeed *= Math.exp(-dt * 1.1);
    turn += turnSpeed * dt;
    track.set([half, lift, shear, ripple, turn], step * 5);
  }
  return (time) => {
    const step = clamp(Math.round(time * RATE), 0, steps - 1) * 5;
    const [tall = radius, up = 0, lean = 0, waves = 0, turned = 0] = track.subarray(step, step + 5);
    return {
      half: tall,
      wide: radius * Math.sqrt(radius / tall),
      lift: up,
      flat: clamp((radius - tall) / (radius * 0.6)),
      shear: lean,
      ripple: waves * 0.05,
      phase: time * 26,
      turn: turned,
      plate: plateAt(presses, time),
    };
  };
}

/** Story time at which a press reaches the body, and at which it lets go. */
export function touches({ at, fall, hold }: Press): { meets: number; lets: number } {
  return { meets: at + fall * 0.8, lets: at + fall + hold };
}
