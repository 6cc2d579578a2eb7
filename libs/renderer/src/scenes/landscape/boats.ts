import { clamp, smooth } from '../../stage/easing.ts';
import { noise2 } from '../../stage/noise.ts';
import type { Place } from './terrain.ts';

/** A boat at one moment, with its wake behind it. */
export interface Boat {
  x: number;
  z: number;
  /** Cosine and sine of its course: it moves towards (sin, cos) on the map. */
  cos: number;
  sin: number;
  length: number;
  /** 0: at anchor, without a wake. */
  speed: number;
  hull: [number, number, number];
}

/** Height of the boat above the water at a point of the map; 0 outside the boat. */
export function boatHeight({ x, z, sin, cos, length }: Boat, px: number, pz: number): number {
  const ex = px - x;
  const ez = pz - z;
  if (ex * ex + ez * ez > length * length * 0.3) return 0;
  const along = (ex * sin + ez * cos) / length;
  const across = Math.abs(ex * cos - ez * sin) / length;
  if (along < -0.5 || along > 0.5) return 0;
  const beam = 0.17 * (along > 0 ? 1 - (along * 2) ** 2.4 : 1 - 0.15 * along * along);
  if (across > beam) return 0;
  const cabin = along > -0.32 && along < 0.12 && across < 0.1;
  return (
    length *
    (cabin ? 0.22 + (along > -0.24 && along < 0.02 && across < 0.07 ? 0.09 : 0) : 0.1 + 0.05 * Math.max(0, along))
  );
}

/** Colour of the boat at a point: coloured sides, pale deck, dark windows, white roof. */
export function paintBoat(
  boat: Boat,
  px: number,
  pz: number,
  height: number,
  { sunColour, skyHigh }: Place,
  out: Float64Array,
): void {
  const roof = height > boat.length * 0.2;
  const window = roof && height < boat.length * 0.25;
  const across = Math.abs((px - boat.x) * boat.cos - (pz - boat.z) * boat.sin) / boat.length;
  const side = !roof && across > 0.12;
  const light = roof ? 1.5 : 1.15;
  for (let k = 0; k < 3; k++) {
    const day = k === 0 ? sunColour.r : k === 1 ? sunColour.g : sunColour.b;
    const dome = k === 0 ? skyHigh.r : k === 1 ? skyHigh.g : skyHigh.b;
    const paint = window ? 0.5 : roof ? 0.88 : side ? (boat.hull[k] as number) : 0.6 - k * 0.1;
    out[k] = paint * (day * light + dome * 0.5);
  }
}

/** Amount of foam from the boats' wakes at a point: a churned trail and two diverging arms. */
export function wakeAt(boats: readonly Boat[], px: number, pz: number, time: number): number {
  let foam = 0;
  for (const { x, z, sin, cos, length, speed } of boats) {
    if (speed <= 0) continue;
    const ex = px - x;
    const ez = pz - z;
    const behind = length * 0.42 - (ex * sin + ez * cos);
    const trail = length * 12;
    if (behind < 0 || behind > trail) continue;
    const across = Math.abs(ex * cos - ez * sin);
    const spread = length * 0.1 + behind * 0.15;
    if (across > spread + length) continue;
    const fade = (1 - behind / trail) ** 1.6;
    const churn = noise2(px * 2.3, pz * 2.3 + time * 0.4);
    const middle = smooth(length * (0.16 + behind * 0.008), 0, across) * (0.45 + 0.75 * churn);
    const arm = smooth(length * 0.09 + behind * 0.045, 0, Math.abs(across - spread)) * (0.1 + 0.8 * churn) * fade;
    foam = Math.max(foam, clamp((middle * 1.1 + arm * 0.85) * fade));
  }
  return foam;
}
