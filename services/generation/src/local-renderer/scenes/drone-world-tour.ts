import { blend, colour, hueOf, scale } from '../stage/colour.ts';
import { plainGrade } from '../stage/develop.ts';
import { clamp, easeIn, easeOut, mix, smooth, within } from '../stage/easing.ts';
import type { Random } from '../stage/random.ts';
import type { SceneMaker } from '../stage/scene.ts';
import { note } from '../stage/sound.ts';
import { createFlock } from './birds.ts';
import type { Boat } from './boats.ts';
import { type Country, type Drone, fly } from './flight.ts';
import { drawPasser, PASSER_HALF, type PasserKind, whipBlur } from './passer.ts';
import { heightBetween, type Place, pathOf } from './terrain.ts';
import { findWater, type Hour, placeOf, raiseCountry } from './tour-places.ts';

/** How long a passer needs to cross the picture. */
const PASS = 0.62;

interface Flight {
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

/** Three flights over three lands in one day's light; a rock or a cloud sweeps by between them. */
export const droneWorldTour: SceneMaker = ({ random, accents }) => {
  const cuts = [random.range(2.35, 2.9), random.range(4.9, 5.5)] as const;
  const first = random.pick(['fjord', 'fjord', 'islands'] as const);
  const rest = (['fjord', 'desert', 'islands', 'dunes', 'highland'] as const).filter((kind) => kind !== first);
  const kinds = [first, ...shuffled(random, rest).slice(0, 2)];
  const hours: Hour[] = ['golden', random.pick(['clear', 'golden']), 'sunset'];
  const tintHue = accents[0] ? hueOf(accents[0]) : null;
  const flights = kinds.map((kind, index): Flight => {
    const seed = random.fork(`place-${index}`);
    return {
      place: placeOf(
        kind,
        kind === 'dunes' && hours[index] === 'clear' ? 'golden' : (hours[index] ?? 'golden'),
        seed,
        tintHue,
      ),
      country: null,
      seed: random.fork(`country-${index}`),
      boats: [],
      begin: index === 0 ? 0 : (cuts[index - 1] ?? 0) - PASS / 2,
      from: random.range(4, 18),
      speed: random.range(26, 34),
      above: kinds[index] === 'fjord' ? random.range(50, 60) : random.range(38, 50),
      bank: random.pick([-1, 1]) * random.range(0.12, 0.22),
      phase: random.range(0, 6),
    };
  });
  const passers = cuts.map((cut) => ({
    cut,
    side: random.pick([-1, 1]),
    kind: random.pick(['rock', 'cloud'] as const satisfies readonly PasserKind[]),
    salt: random.range(0, 90),
  }));
  const flocks = [
    createFlock(random, random.range(0.5, 0.9), random.pick([-1, 1]), true),
    createFlock(random, cuts[0] + 1.3, random.pick([-1, 1]), false),
    createFlock(random, cuts[1] + 1.7, random.pick([-1, 1]), false),
  ];

  function countryOf(index: number, small: boolean): Flight & { country: Country } {
    const flight = flights[index] as Flight;
    // Two at a time are enough: the one that goes and the one that comes.
    for (const [other, one] of flights.entries()) if (Math.abs(other - index) > 1) one.country = null;
    flight.country ??= raiseCountry(flight.place, flight.seed, small ? 2.5 : 1);
    return flight as Flight & { country: Country };
  }

  function droneAt(flight: Flight & { country: Country }, time: number, end: number): Drone {
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
    for (const { cut, side } of passers) {
      const out = within(time, cut - 0.5, 0.5);
      const back = within(time, cut, 0.75);
      if (flight.begin < cut - 0.5) heading += side * 0.75 * easeIn(out, 3);
      else if (flight.begin < cut) heading -= side * 0.7 * (1 - easeOut(back, 3));
    }
    const roll =
      -0.9 * (course(z + 60) - 2 * x + course(z - 60)) * 0.012 +
      flight.bank * 0.3 * Math.cos(since * 0.9 + flight.phase);
    return { x, y: y + 2.5 * Math.sin(since * 0.7 + flight.phase), z, heading, roll, pitch: 0.4 - 0.022 * since };
  }

  function boatsOf(flight: Flight & { country: Country }, time: number): Boat[] {
    const { place, country, begin, phase } = flight;
    if (flight.boats.length === 0 && place.kind !== 'dunes') {
      const start = findWater(country, pathOf(place, flight.from + 95), flight.from + 95);
      const course = place.kind === 'desert' ? 0 : Math.sin(phase) * 0.25;
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
        if (berth && place.kind !== 'desert')
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
      const along = place.kind === 'fjord' || place.kind === 'desert';
      const x = along ? pathOf(place, z) + boat.x - pathOf(place, boat.z) : boat.x + boat.sin * run;
      const slope = along ? (pathOf(place, z + 2) - pathOf(place, z - 2)) / 4 : boat.sin / boat.cos;
      const inverse = 1 / Math.hypot(slope, 1);
      return { ...boat, x, z, sin: slope * inverse, cos: inverse };
    });
  }

  const endOf = (index: number): number => cuts[index] ?? 8;

  return {
    grade: { ...plainGrade, exposure: 0.92, bloom: 0.35, bloomFrom: 1.2, vignette: 0.3, saturation: 1.1 },
    detail: 0.5,
    posterAt: 1.5,
    hook: random.pick(['Come fly with me', 'Above it all', 'Window seat, please']),
    line: random.pick(['Three places, one breath', 'The world is wide', 'Where to next?']),
    paint(film, time) {
      const small = film.width <= 200;
      const show = (index: number, from: number, until: number): void => {
        const flight = countryOf(index, small);
        fly(film, flight.country, droneAt(flight, time, endOf(index)), boatsOf(flight, time), time, from, until);
      };
      const index = time < cuts[0] ? 0 : time < cuts[1] ? 1 : 2;
      const pass = passers.findIndex(({ cut }) => Math.abs(time - cut) < PASS / 2);
      const passer = passers[pass];
      if (!passer) show(index, 0, film.width);
      else {
        const share = (time - passer.cut) / PASS + 0.5;
        const run = mix(-PASSER_HALF * 1.55, 1 + PASSER_HALF * 1.55, share);
        const centre = film.width * (passer.side > 0 ? 1 - run : run);
        const seam = Math.round(clamp(centre, 0, film.width));
        const [first, second] = passer.side > 0 ? [pass, pass + 1] : [pass + 1, pass];
        if (seam > 0) show(first, 0, seam);
        if (seam < film.width) show(second, seam, film.width);
        drawPasser(film, passer.kind, centre, flights[share < 0.5 ? pass : pass + 1]?.place as Place, passer.salt);
      }
      for (const { cut } of passers) whipBlur(film, film.width * 0.045 * smooth(0.42, 0.05, Math.abs(time - cut)));
    },
    overlay(pen, time) {
      const index = time < cuts[0] ? 0 : time < cuts[1] ? 1 : 2;
      const place = (flights[index] as Flight).place;
      const near = passers.some(({ cut }) => Math.abs(time - cut) < 0.45);
      const pale = blend(place.sunColour, colour(1, 1, 1), 0.5);
      if (!near)
        flocks[index]?.paint(
          pen,
          time,
          scale(blend(place.skyHigh, colour(0.2, 0.2, 0.22), 0.6), 0.5),
          scale(pale, 0.9),
        );
    },
    score(sound) {
      const root = random.whole(-17, -10);
      const chords = [
        [0, 7, 16],
        [-4, 3, 12],
        [-2, 5, 14],
      ];
      chords.forEach((chord, index) => {
        const from = index === 0 ? 0 : (cuts[index - 1] ?? 0) - 0.2;
        sound.pad(
          from,
          3.2,
          chord.map((step) => note(root + step)),
          0.12,
        );
      });
      sound.breath({ at: 0, length: 8, from: 380, to: 520, gain: 0.13, focus: 0.7, attack: 0.1 });
      for (const { cut, side } of passers) {
        sound.breath({
          at: cut - 0.5,
          length: 0.62,
          from: 500,
          to: 3200,
          gain: 0.36,
          focus: 0.9,
          attack: 0.7,
          pan: side * 0.8,
        });
        sound.breath({
          at: cut - 0.08,
          length: 0.7,
          from: 2400,
          to: 420,
          gain: 0.4,
          focus: 0.8,
          attack: 0.15,
          pan: -side * 0.8,
        });
        sound.thump(cut, 0.5, 46);
      }
      for (let beat = 0; beat < 16; beat++)
        sound.tone({
          at: beat * 0.5,
          length: 0.7,
          from: note(root + 12 + ([0, 7, 12, 16, 12, 7, 4, 7][beat % 8] ?? 0)),
          gain: 0.08,
          shape: 'triangle',
          pan: Math.sin(beat),
          attack: 0.02,
        });
      for (const { at } of flocks)
        for (let cry = 0; cry < 3; cry++)
          sound.tone({
            at: at - 0.3 + cry * 0.26,
            length: 0.2,
            from: 1900 + cry * 90,
            to: 1350,
            gain: 0.022,
            pan: cry * 0.4 - 0.4,
            attack: 0.03,
          });
      sound.chime(6.4, note(root + 31), 0.14);
    },
  };
};

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const rest = [...items];
  return items.map(() => rest.splice(random.whole(0, rest.length - 1), 1)[0] as T);
}
