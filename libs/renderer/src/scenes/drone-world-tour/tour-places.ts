import { type Colour, colour, oklch } from '../../stage/colour.ts';
import { mix } from '../../stage/easing.ts';
import type { Random } from '../../stage/random.ts';
import type { Country } from '../landscape/flight.ts';
import { addVillage, bareGrowth, plantTrees } from '../landscape/growth.ts';
import { createGrid, groundAt, heightBetween, type Place } from '../landscape/terrain.ts';
import { lightGrid, raiseCanopy, refineGround } from '../landscape/terrain-light.ts';

type Kind = Place['kind'];
/** Low golden light, a clear morning, or a flight into the sunset. */
export type Hour = 'golden' | 'clear' | 'sunset';

const isBare = (kind: Kind): boolean => kind === 'desert' || kind === 'dunes';

/** Colours, light and vegetation of one stop of the tour. */
export function placeOf(kind: Kind, hour: Hour, random: Random, tintHue: number | null): Place {
  const side = random.pick([-1, 1]);
  const bearing = side * (hour === 'sunset' ? random.range(0.16, 0.3) : random.range(0.75, 1.15));
  const climb =
    hour === 'clear'
      ? random.range(0.46, 0.56)
      : hour === 'golden'
        ? random.range(0.27, 0.34)
        : random.range(0.17, 0.21);
  const flat = Math.sqrt(1 - climb * climb);
  const autumn = kind === 'highland' && random.chance(0.6);
  const leafHue = random.range(122, 142);
  const warmHue = random.range(24, 58);
  const skyHue = tintHue === null ? warmHue : mix(warmHue, tintHue, 0.2);
  const highHue = random.range(248, 268);
  return {
    kind,
    salt: random.range(3, 400),
    ...groundColours(kind, random),
    pointed: kind === 'fjord' || (kind === 'highland' && !autumn),
    leaves: autumn
      ? [oklch(0.55, 0.14, random.range(45, 62)), oklch(0.7, 0.15, random.range(70, 88))]
      : isBare(kind)
        ? [oklch(0.42, 0.08, 125), oklch(0.52, 0.1, 118)]
        : [oklch(0.36, 0.085, leafHue), oklch(0.52, 0.115, leafHue - random.range(0, 12))],
    roof: random.pick([oklch(0.5, 0.15, 32), oklch(0.48, 0.13, 40), oklch(0.42, 0.09, 250)]),
    accent: oklch(0.62, 0.2, random.range(10, 40)),
    skyLow:
      hour === 'clear'
        ? oklch(0.86, 0.05, 232)
        : oklch(hour === 'golden' ? 0.83 : 0.8, hour === 'golden' ? 0.075 : 0.1, skyHue),
    skyHigh:
      hour === 'clear'
        ? oklch(0.56, 0.13, highHue)
        : hour === 'golden'
          ? oklch(0.6, 0.1, highHue + 6)
          : oklch(0.52, 0.11, random.range(266, 296)),
    sunColour:
      hour === 'clear' ? colour(1, 0.93, 0.82) : hour === 'golden' ? colour(1.12, 0.84, 0.6) : colour(1.15, 0.68, 0.42),
    sun: [Math.sin(bearing) * flat, climb, Math.cos(bearing) * flat],
    snowFrom: kind === 'fjord' ? random.range(62, 88) : kind === 'highland' ? random.range(74, 110) : 900,
    woods: kind === 'desert' ? 0.12 : kind === 'dunes' ? 0.75 : random.range(0.62, 0.95),
    village: isBare(kind) ? -1 : random.range(120, 165),
  };
}

function groundColours(kind: Kind, random: Random): Pick<Place, 'low' | 'lush' | 'rock' | 'top' | 'water' | 'shoal'> {
  const snow: Colour = colour(0.86, 0.89, 0.94);
  if (kind === 'desert') {
    const hue = random.range(34, 52);
    return {
      low: oklch(0.72, 0.09, hue + 22),
      lush: oklch(0.62, 0.095, hue + 8),
      rock: oklch(0.54, 0.1, hue),
      top: snow,
      water: oklch(0.36, 0.07, 200),
      shoal: oklch(0.66, 0.1, 180),
    };
  }
  if (kind === 'dunes') {
    const pale = random.chance(0.45);
    return {
      low: pale ? oklch(0.8, 0.045, 80) : oklch(0.74, 0.11, 66),
      lush: pale ? oklch(0.76, 0.05, 74) : oklch(0.7, 0.125, random.range(52, 64)),
      rock: oklch(0.66, 0.13, 52),
      top: snow,
      water: oklch(0.44, 0.1, 215),
      shoal: oklch(0.78, 0.12, 190),
    };
  }
  const tropical = kind === 'islands';
  return {
    low: tropical ? oklch(0.88, 0.055, 88) : oklch(0.72, 0.09, random.range(92, 110)),
    lush: oklch(random.range(0.46, 0.54), 0.1, random.range(118, 136)),
    rock: tropical ? oklch(0.6, 0.025, random.range(60, 95)) : oklch(0.52, 0.026, random.range(50, 80)),
    top: snow,
    water: tropical ? oklch(0.4, 0.1, 228) : oklch(0.38, 0.09, random.range(222, 242)),
    shoal: tropical ? oklch(0.82, 0.13, 190) : oklch(0.7, 0.115, random.range(188, 205)),
  };
}

/** Builds a country: coarse cells for the land all around, fine cells with trees and houses for the strip under the flight. */
export function raiseCountry(place: Place, random: Random, coarseness: number): Country {
  const wide = createGrid(-384, -32, 768, 928, coarseness);
  fillHeights(place, wide);
  const close = createGrid(-96, 0, 192, 300, coarseness / 4);
  refineGround(place, wide, close);
  const growth = bareGrowth(close);
  addVillage(place, close, growth, random);
  plantTrees(place, close, growth);
  raiseCanopy(place, wide);
  lightGrid(place, wide, null, null);
  lightGrid(place, close, growth, wide);
  return { place, wide, close };
}

function fillHeights(
  place: Place,
  grid: { x0: number; z0: number; unit: number; columns: number; rows: number; heights: Float32Array },
) {
  for (let j = 0, cell = 0; j < grid.rows; j++)
    for (let i = 0; i < grid.columns; i++, cell++)
      grid.heights[cell] = groundAt(place, grid.x0 + i * grid.unit, grid.z0 + j * grid.unit);
}

/** A position near (x, z) with enough water for a boat of this length, or null. */
export function findWater({ wide }: Country, x: number, z: number): [number, number] | null {
  for (let ring = 0; ring < 60; ring += 2) {
    for (let turn = 0; turn < 8; turn++) {
      const px = x + ring * Math.cos(turn * 0.785);
      const pz = z + ring * 0.6 * Math.sin(turn * 0.785);
      if (
        heightBetween(wide, px, pz) < -3 &&
        heightBetween(wide, px + 5, pz) < -2 &&
        heightBetween(wide, px - 5, pz) < -2
      )
        return [px, pz];
    }
  }
  return null;
}
