import { colour, hueOf, oklch } from '../stage/colour.ts';
import { plainGrade } from '../stage/develop.ts';
import { clamp, easeInOut, mix, smooth } from '../stage/easing.ts';
import type { Random } from '../stage/random.ts';
import type { SceneMaker } from '../stage/scene.ts';
import { note } from '../stage/sound.ts';
import { clouds, fly } from './flight.ts';
import { heightBetween, LAND, type Place, pathOf, raiseTerrain, snowWhite, type Terrain } from './terrain.ts';

const CUTS = [2.7, 5.35];

/** Three flights over three lands, with a cloud between each. */
export const droneWorldTour: SceneMaker = ({ random, accents }) => {
  const kinds = shuffled(random, ['fjord', 'desert', 'islands', 'dunes', 'highland'] as const).slice(0, 3);
  const tintHue = accents[0] ? hueOf(accents[0]) : null;
  const flights = kinds.map((kind, index) => ({
    place: placeOf(kind, random.fork(`place-${index}`), tintHue),
    terrain: null as Terrain | null,
    bank: random.pick([-1, 1]) * random.range(0.12, 0.24),
    above: random.range(44, 62),
    from: random.range(20, 70),
    speed: random.range(38, 52),
    phase: random.range(0, 6),
  }));

  return {
    grade: { ...plainGrade, exposure: 0.95, bloom: 0.35, bloomFrom: 1.15, vignette: 0.3, saturation: 1.12 },
    detail: 0.5,
    posterAt: 1.6,
    hook: random.pick(['Come fly with me', 'Above it all', 'Window seat, please']),
    line: random.pick(['Three places, one breath', 'The world is wide', 'Where to next?']),
    paint(film, time) {
      const index = time < (CUTS[0] ?? 3) ? 0 : time < (CUTS[1] ?? 6) ? 1 : 2;
      const flight = flights[index] ?? flights[0];
      if (!flight) return;
      flight.terrain ??= raiseTerrain(flight.place, film.width > 200 ? 1024 : 320);
      const { place, terrain } = flight;
      const begin = index === 0 ? 0 : (CUTS[index - 1] ?? 0);
      const since = time - begin;
      const z = flight.from + flight.speed * since + 12 * easeInOut(since / 3);
      const course = (depth: number): number =>
        LAND / 2 +
        pathOf(place, depth) +
        (place.kind === 'fjord' || place.kind === 'desert' ? 0 : 40 * Math.sin(depth * 0.012 + flight.phase));
      const x = course(z);
      const heading =
        Math.atan((course(z + 60) - x) / 60) * 0.9 + flight.bank * 0.25 * Math.sin(since * 0.9 + flight.phase);
      // High enough for everything that comes under the drone in the next seconds, weighed so that it climbs early and gently.
      let y = place.sea + flight.above;
      for (let ahead = -40; ahead <= 130; ahead += 10) {
        const land = heightBetween(terrain, course(z + ahead), z + ahead);
        y = Math.max(y, land + 24 - Math.max(0, ahead - 30) * 0.22 + (ahead < 0 ? ahead * 0.3 : 0));
      }
      y += 3 * Math.sin(since * 0.7 + flight.phase);
      const roll =
        -0.55 * (course(z + 70) - course(z) - (course(z) - course(z - 70))) * 0.012 +
        flight.bank * 0.3 * Math.cos(since * 0.9 + flight.phase);
      fly(film, place, terrain, { x, y, z, heading, roll, pitch: 0.36 - 0.05 * since }, time);
      const cover = Math.max(...CUTS.map((cut) => 1 - clamp(Math.abs(time - cut) / 0.5)), smooth(0.35, 0, time));
      if (cover > 0) clouds(film, cover, time, place);
    },
    score(sound) {
      const root = random.whole(-17, -10);
      const chords = [
        [0, 7, 16],
        [-4, 3, 12],
        [-2, 5, 14],
      ];
      chords.forEach((chord, index) => {
        const from = index === 0 ? 0 : (CUTS[index - 1] ?? 0) - 0.2;
        sound.pad(
          from,
          3.2,
          chord.map((step) => note(root + step)),
          0.12,
        );
      });
      sound.breath({ at: 0, length: 8, from: 380, to: 520, gain: 0.13, focus: 0.7, attack: 0.1 });
      for (const cut of CUTS) {
        sound.breath({ at: cut - 0.6, length: 1.3, from: 500, to: 2600, gain: 0.4, focus: 0.8, attack: 0.5 });
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
      sound.chime(6.4, note(root + 31), 0.14);
    },
  };
};

function placeOf(kind: Place['kind'], random: Random, tintHue: number | null): Place {
  const dusk = random.chance(0.4);
  const warm = dusk ? random.range(25, 60) : random.range(200, 245);
  const skyHue = tintHue === null ? warm : mix(warm, tintHue, 0.25);
  const angle = random.range(-0.9, 0.9);
  const climb = dusk ? 0.34 : 0.62;
  const flat = Math.sqrt(1 - climb * climb);
  return {
    kind,
    salt: random.range(3, 400),
    sea: kind === 'dunes' ? -40 : 20,
    low:
      kind === 'desert' || kind === 'dunes'
        ? oklch(0.72, 0.1, random.range(55, 78))
        : kind === 'islands'
          ? oklch(0.86, 0.06, 88)
          : oklch(0.57, 0.08, random.range(100, 122)),
    lush:
      kind === 'desert'
        ? oklch(0.6, 0.12, random.range(42, 60))
        : kind === 'dunes'
          ? oklch(0.74, 0.12, random.range(58, 74))
          : oklch(random.range(0.4, 0.46), 0.075, random.range(120, 145)),
    rock:
      kind === 'desert'
        ? oklch(0.5, 0.13, random.range(32, 48))
        : kind === 'dunes'
          ? oklch(0.66, 0.13, 52)
          : oklch(0.42, 0.05, random.range(40, 75)),
    top: kind === 'desert' || kind === 'dunes' ? oklch(0.75, 0.1, 60) : snowWhite,
    water: kind === 'islands' ? oklch(0.46, 0.1, 222) : oklch(0.34, 0.08, random.range(215, 240)),
    shoal: kind === 'islands' ? oklch(0.8, 0.13, 192) : oklch(0.6, 0.09, random.range(185, 205)),
    skyLow: dusk ? oklch(0.8, 0.11, skyHue) : oklch(0.86, 0.05, skyHue),
    skyHigh: dusk ? oklch(0.5, 0.12, skyHue > 180 ? 290 : 300) : oklch(0.55, 0.13, random.range(245, 258)),
    sunColour: dusk ? colour(1, 0.62, 0.36) : colour(1, 0.93, 0.8),
    sun: [Math.sin(angle) * flat, climb, Math.cos(angle) * flat * (dusk ? 1 : -1)],
    snowFrom: kind === 'fjord' ? random.range(80, 100) : kind === 'highland' ? random.range(62, 90) : 900,
  };
}

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const rest = [...items];
  return items.map(() => rest.splice(random.whole(0, rest.length - 1), 1)[0] as T);
}
