import { easeIn, easeOut, smooth, within } from '../../stage/easing.ts';
import type { Random } from '../../stage/random.ts';
import type { Boat } from '../landscape/boats.ts';
import type { Country, Drone } from '../landscape/flight.ts';
import { heightBetween, type Place, pathOf } from '../landscape/terrain.ts';
import { findWater } from './tour-places.ts';

/** One stop of the tour and the flight over it. */
export interface Flight {
  place: Place;
  country: Country | null;
  seed: Random;
  boats: Boat[];
  begin: number;
  from: number;
  speed: number;
  above: number;
  bank: number;
  phase: number;
}

export type Raised = Flight & { country: Country };

/** A whip pan: its time and its side. */
interface Whip {
  cut: number;
  side: number;
}

/** Seconds of the dive that the tour begins with. */
const DIVE = 1.7;

/**
 * Position of the drone: it dives out of the clouds, follows the valley, stays above the land ahead, slows down towards the
 * end of each flight, and climbs at `finale`.
 */
export function droneAt(flight: Raised, whips: readonly Whip[], time: number, end: number, finale: number): Drone {
  const { place, country } = flight;
  const since = time - flight.begin;
  const z =
    flight.from +
    flight.speed * since -
    0.5 * flight.speed * 0.28 * Math.max(0, since - (end - flight.begin) + 1.6) ** 2 * 0.5;
  const sway = place.kind === 'fjord' || place.kind === 'desert' ? 0.85 : 0.8;
  const course = (depth: number): number => pathOf(place, depth) * sway;
  const x = course(z);
  let y = flight.above;
  for (let ahead = -30; ahead <= 100; ahead += 10) {
    const land = heightBetween(country.wide, course(z + ahead), z + ahead);
    y = Math.max(y, land + 33 - Math.max(0, ahead - 20) * 0.2 + (ahead < 0 ? ahead * 0.3 : 0));
  }
  let heading = Math.atan((course(z + 90) - x) / 90) * 0.8 + flight.bank * 0.2 * Math.sin(since * 0.9 + flight.phase);
  for (const { cut, side } of whips) {
    const out = within(time, cut - 0.5, 0.5);
    const back = within(time, cut, 0.75);
    if (flight.begin < cut - 0.5) heading += side * 0.75 * easeIn(out, 3);
    else if (flight.begin < cut) heading -= side * 0.7 * (1 - easeOut(back, 3));
  }
  const roll =
    -0.9 * (course(z + 60) - 2 * x + course(z - 60)) * 0.012 + flight.bank * 0.3 * Math.cos(since * 0.9 + flight.phase);
  const dive = flight.begin === 0 ? 1 - easeOut(within(time, 0, DIVE), 2.2) : 0;
  const climb = smooth(finale - 0.9, finale + 1.2, time);
  return {
    x,
    y: y + 2.5 * Math.sin(since * 0.7 + flight.phase) + 120 * dive + 16 * climb,
    z,
    heading: heading + flight.bank * 1.6 * dive,
    roll: roll + flight.bank * 2.2 * dive,
    pitch: 0.4 - 0.022 * since + 0.5 * dive - 0.16 * climb,
  };
}

/** The boats of a stop at a time: one under way, the others at anchor. */
export function boatsOf(flight: Raised, time: number): Boat[] {
  const { place, country, begin, phase } = flight;
  if (flight.boats.length === 0 && place.kind !== 'dunes' && place.kind !== 'desert') {
    const start = findWater(country, pathOf(place, flight.from + 95), flight.from + 95);
    const course = Math.sin(phase) * 0.25;
    if (start)
      flight.boats.push({
        x: start[0],
        z: start[1],
        sin: Math.sin(course),
        cos: Math.cos(course),
        length: 4.4,
        speed: 10,
        hull: phase > 3 ? [0.75, 0.08, 0.06] : [0.06, 0.16, 0.42],
      });

    for (let anchored = 0; anchored < 4; anchored++) {
      const at = flight.from + 60 + anchored * 22;
      const berth = findWater(country, pathOf(place, at) + (anchored % 2 ? 26 : -26), at);
      const turn = phase + anchored;
      if (berth)
        flight.boats.push({
          x: berth[0],
          z: berth[1],
          sin: Math.sin(turn),
          cos: Math.cos(turn),
          length: 2.6 + (anchored % 3) * 0.5,
          speed: 0,
          hull: [0.7, 0.68, 0.62],
        });
    }
  }
  return flight.boats.map((boat) => {
    if (boat.speed === 0) return boat;
    const run = boat.speed * (time - begin);
    const z = boat.z + boat.cos * run;
    const along = place.kind === 'fjord';
    const x = along ? pathOf(place, z) + boat.x - pathOf(place, boat.z) : boat.x + boat.sin * run;
    const slope = along ? (pathOf(place, z + 2) - pathOf(place, z - 2)) / 4 : boat.sin / boat.cos;
    const inverse = 1 / Math.hypot(slope, 1);
    return { ...boat, x, z, sin: slope * inverse, cos: inverse };
  });
}
