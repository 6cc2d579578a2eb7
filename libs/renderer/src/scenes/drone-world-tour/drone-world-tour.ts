import { blend, colour, hueOf, scale } from '../../stage/colour.ts';
import { plainGrade } from '../../stage/develop.ts';
import { clamp, mix, smooth } from '../../stage/easing.ts';
import type { SceneMaker } from '../../stage/scene.ts';
import { note } from '../../stage/sound.ts';
import { createFlock } from '../landscape/birds.ts';
import { fly } from '../landscape/flight.ts';
import { coarsenessFor, type Place } from '../landscape/terrain.ts';
import { createBalloons } from './balloons.ts';
import { coverWithClouds } from './cloud-cover.ts';
import { boatsOf, droneAt, type Flight, type Raised } from './drone-path.ts';
import { type Hour, placeOf, raiseCountry } from './tour-places.ts';
import { drawWipe, WIPE_HALF, type WipeKind, whipBlur } from './wipe.ts';

const WHITE = colour(1, 1, 1);
/** Seconds that a wipe needs to cross the picture. */
const PASS = 0.62;

/**
 * A dive out of the clouds, three flights over three lands at different hours of one day, and a sunset full of balloons. A
 * passing rock or cloud hides each cut.
 */
export const droneWorldTour: SceneMaker = ({ random, accents }) => {
  const cuts = [random.range(2.35, 2.9), random.range(4.9, 5.5)] as const;
  const first = random.pick(['fjord', 'fjord', 'islands'] as const);
  const rest = (['fjord', 'islands', 'dunes'] as const).filter((kind) => kind !== first);
  const kinds = [first, random.pick(rest), 'desert'] as const;
  const finale = random.range(6.7, 6.95);
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
      above: kinds[index] === 'fjord' ? random.range(46, 56) : random.range(32, 42),
      bank: random.pick([-1, 1]) * random.range(0.16, 0.28),
      phase: random.range(0, 6),
    };
  });
  const wipes = cuts.map((cut) => ({
    cut,
    side: random.pick([-1, 1]),
    kind: random.pick(['rock', 'cloud'] as const satisfies readonly WipeKind[]),
    salt: random.range(0, 90),
  }));
  const balloons = createBalloons(random.fork('balloons'), accents, finale + 0.95);
  const torn = { side: random.pick([-1, 1]), warm: 0.8, salt: random.range(0, 50) };
  const flocks = [
    createFlock(random, random.range(1.3, 1.7), random.pick([-1, 1]), true),
    createFlock(random, cuts[0] + 1.3, random.pick([-1, 1]), false),
    createFlock(random, cuts[1] + 1.7, random.pick([-1, 1]), false),
  ];

  function countryOf(index: number, columns: number): Raised {
    const flight = flights[index] as Flight;
    // Two countries are kept: the current one and the next one.
    for (const [other, one] of flights.entries()) if (Math.abs(other - index) > 1) one.country = null;
    flight.country ??= raiseCountry(flight.place, flight.seed.fork('growth'), coarsenessFor(columns));
    return flight as Raised;
  }

  return {
    grade: {
      ...plainGrade,
      exposure: 0.9,
      bloom: 0.42,
      bloomFrom: 1.1,
      vignette: 0.34,
      saturation: 1.08,
      grain: 4,
      print: { dark: colour(0.94, 1, 1.07), light: colour(1.03, 1, 0.94) },
    },
    detail: 0.5,
    posterAt: finale + 0.6,
    hook: random.pick(['Come fly with me', 'Above it all', 'Window seat, please']),
    line: random.pick(['Three places, one breath', 'The world is wide', 'Where to next?']),
    paint(film, time) {
      const show = (index: number, from: number, until: number): void => {
        const flight = countryOf(index, film.width);
        const drone = (at: number) => droneAt(flight, wipes, at, cuts[index] ?? 8, index === 2 ? finale : 99);
        fly(film, flight.country, drone(time), boatsOf(flight, time), time, from, until);
        if (index === 2) balloons(film, flight.country, drone, time, from, until);
      };
      const index = time < cuts[0] ? 0 : time < cuts[1] ? 1 : 2;
      const pass = wipes.findIndex(({ cut }) => Math.abs(time - cut) < PASS / 2);
      const wipe = wipes[pass];
      if (!wipe) show(index, 0, film.width);
      else {
        const share = (time - wipe.cut) / PASS + 0.5;
        const run = mix(-WIPE_HALF * 1.55, 1 + WIPE_HALF * 1.55, share);
        const centre = film.width * (wipe.side > 0 ? 1 - run : run);
        const seam = Math.round(clamp(centre, 0, film.width));
        const [first, second] = wipe.side > 0 ? [pass, pass + 1] : [pass + 1, pass];
        if (seam > 0) show(first, 0, seam);
        if (seam < film.width) show(second, seam, film.width);
        drawWipe(film, wipe.kind, centre, flights[pass]?.place as Place, wipe.salt);
      }
      const clouds = 1 - smooth(0.12, 0.85, time);
      if (clouds > 0)
        coverWithClouds(
          film,
          0.12 + time * 0.85,
          clouds,
          torn,
          blend(WHITE, flights[0]?.place.sunColour ?? WHITE, 0.3),
        );
      for (const { cut } of wipes) whipBlur(film, film.width * 0.045 * smooth(0.42, 0.05, Math.abs(time - cut)));
    },
    overlay(pen, time) {
      const index = time < cuts[0] ? 0 : time < cuts[1] ? 1 : 2;
      const place = (flights[index] as Flight).place;
      const near = wipes.some(({ cut }) => Math.abs(time - cut) < 0.45);
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
      // The dive: wind that rises until the clouds tear open.
      sound.breath({ at: 0, length: 1.1, from: 700, to: 3400, gain: 0.38, focus: 0.9, attack: 0.5 });
      sound.thump(0.75, 0.7, 44);
      for (const { cut, side } of wipes) {
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
      // The balloons: burners roar, and the chord opens.
      sound.breath({
        at: finale - 0.5,
        length: 1.1,
        from: 240,
        to: 420,
        gain: 0.3,
        focus: 0.6,
        attack: 0.25,
        pan: 0.2,
      });
      sound.pad(finale, 8 - finale, [note(root + 3), note(root + 10), note(root + 19), note(root + 22)], 0.14);
      [31, 34, 38, 43].forEach((step, n) => {
        sound.chime(finale + n * 0.16, note(root + step), 0.14, n % 2 ? 0.4 : -0.4);
      });
    },
  };
};
