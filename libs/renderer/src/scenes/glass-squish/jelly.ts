import { clamp, easeIn, easeInOut, easeOut, mix } from '../../stage/easing.ts';
import type { Random } from '../../stage/random.ts';

/** Height of the lower plate's top, on which the body rests. */
export const GROUND = 0.17;
const REST_HEIGHT = 3.7;
const RATE = 480;

/** State of the body and the press at one moment. The unit of length is about the body's radius. */
export interface Squeeze {
  /** Radius and half-height. */
  wide: number;
  half: number;
  /** Height of the body's lowest point above the lower plate. */
  lift: number;
  /** 0 is a ball, 1 is flat against both plates. */
  flat: number;
  shear: number;
  /** Amplitude and phase of the waves on the skin. */
  ripple: number;
  phase: number;
  turn: number;
  /** Underside of the upper plate. */
  plate: number;
  /** False once the body has burst. */
  whole: boolean;
}

export interface Press {
  /** The time when the plate starts to move down. */
  at: number;
  fall: number;
  hold: number;
  rise: number;
  /** Remaining gap between the plates. */
  gap: number;
}

/** The presses of one clip: one at the start, some in a rhythm drawn from the seed, and the last and deepest one. */
export function pressPlan(random: Random): Press[] {
  const first = { at: random.range(-0.12, 0.06), fall: 0.42, hold: 0.2, rise: 0.42, gap: random.range(1.3, 1.45) };
  const middle = random.pick([
    // One long press.
    [{ at: 1.75, fall: 0.7, hold: 0.75, rise: 0.5, gap: random.range(1.0, 1.12) }],
    // Two quick presses, the second deeper.
    [
      { at: 1.45, fall: 0.34, hold: 0.16, rise: 0.36, gap: random.range(1.28, 1.4) },
      { at: 2.6, fall: 0.42, hold: 0.5, rise: 0.42, gap: random.range(1.02, 1.14) },
    ],
    // A late press, like a hammer blow.
    [{ at: 2.25, fall: 0.26, hold: 0.6, rise: 0.55, gap: random.range(1.02, 1.16) }],
  ]);
  const shift = random.range(0, 0.35);
  const last = {
    at: random.range(3.75, 4.2),
    fall: random.range(0.7, 0.95),
    hold: random.range(0.3, 0.45),
    rise: 0.28,
    gap: random.range(0.8, 0.9),
  };
  return [first, ...middle.map((press) => ({ ...press, at: press.at + shift })), last];
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

/** Simulates spring, hop and contact once; the returned function gives the state at any time. */
export function squeezeThrough(
  presses: readonly Press[],
  radius: number,
  firmness: number,
  spin: number,
): (time: number) => Squeeze {
  // When the clip begins, the body has just landed and still wobbles.
  const steps = 8 * RATE + 2;
  const track = new Float32Array(steps * 5);
  let half = radius * 1.1;
  let speed = -2.2;
  let lift = 0;
  let liftSpeed = 0;
  let shear = 0;
  let shearSpeed = 0;
  let ripple = 0.5;
  let turn = 0;
  let turnSpeed = 0;
  const dt = 1 / RATE;
  for (let step = 0; step < steps; step++) {
    const time = step * dt;
    const plate = plateAt(presses, time);
    const plateSpeed = (plateAt(presses, time + dt) - plate) / dt;
    liftSpeed -= 15 * dt;
    lift += liftSpeed * dt;
    const pull = -(half - radius) * firmness - speed * 5.2;
    speed += pull * dt;
    if (lift < 0) {
      // Landing flattens the body; the speed of the fall goes into the spring.
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
        // After a deep press is released, the body jumps after the plate.
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
      whole: true,
    };
  };
}

/** Story times when a press reaches the body and when it releases it. */
export function touches({ at, fall, hold }: Press): { meets: number; lets: number } {
  return { meets: at + fall * 0.8, lets: at + fall + hold };
}
