import { unit } from '../../stage/camera.ts';
import { blend, type Colour, colour, oklch, scale } from '../../stage/colour.ts';
import type { Random } from '../../stage/random.ts';

/** The room's inner size: half its width, the back wall, the ceiling. It is open towards the camera. */
export const HALF = 2.35;
export const DEEP = 2.6;
export const HIGH = 4.9;

/** Hours of the day when the sun is behind the back wall. */
const hours = {
  morning: {
    sun: colour(9, 7.6, 5.6),
    sky: colour(0.6, 0.9, 1.3),
    low: colour(1.15, 1.12, 1.0),
    fill: 0.48,
    tall: 0.62,
  },
  golden: {
    sun: colour(12, 6.2, 2.5),
    sky: colour(0.75, 0.62, 0.75),
    low: colour(1.7, 0.85, 0.36),
    fill: 0.52,
    tall: 0.5,
  },
  dusk: {
    sun: colour(3.4, 1.2, 1.1),
    sky: colour(0.12, 0.16, 0.42),
    low: colour(1.0, 0.4, 0.36),
    fill: 0.36,
    tall: 0.4,
  },
} as const;

export interface RoomLook {
  hour: keyof typeof hours;
  /** Direction of the sun. */
  sun: [number, number, number];
  sunColour: Colour;
  skyColour: Colour;
  lowSky: Colour;
  fill: number;
  wall: 'panels' | 'slats' | 'paper' | 'brick' | 'arch';
  wallColour: Colour;
  trimColour: Colour;
  ceilingColour: Colour;
  beams: boolean;
  floor: 'planks' | 'herringbone' | 'tiles';
  wood: Colour;
  rug: 'round' | 'square';
  main: Colour;
  spice: Colour;
  curtain: Colour;
  /** The window in the back wall: middle, half-width, lower and upper edge. */
  window: { x: number; half: number; low: number; high: number; arched: boolean };
  outside: 'trees' | 'roofs' | 'hills';
  /** 1 or -1: -1 mirrors the room. The window is on the side of -m. */
  m: number;
  seed: number;
}

/** Draws a room from the seed: hour, window, walls, floor and matching colours. */
export function drawRoom(random: Random, hue: number, main?: Colour): RoomLook {
  const m = random.pick([-1, 1]);
  const hour = random.pick(['morning', 'golden', 'golden', 'dusk'] as const);
  const { sun, sky, low, fill, tall } = hours[hour];
  const deep = random.chance(0.6);
  const wallColour = oklch(deep ? random.range(0.4, 0.5) : random.range(0.62, 0.74), deep ? 0.075 : 0.05, hue);
  const half = random.range(0.78, 0.98);
  return {
    hour,
    sun: unit([-random.range(0.3, 0.5) * m, tall, random.range(0.62, 0.75)]),
    sunColour: sun,
    skyColour: sky,
    lowSky: low,
    fill,
    wall: random.pick(['panels', 'slats', 'paper', 'brick', 'arch'] as const),
    wallColour,
    trimColour: deep ? blend(wallColour, colour(0.8, 0.76, 0.7), random.pick([0.15, 0.85])) : colour(0.84, 0.81, 0.76),
    ceilingColour: colour(0.74, 0.71, 0.67),
    beams: random.chance(0.55),
    floor: random.pick(['planks', 'herringbone', 'planks', 'tiles'] as const),
    wood: random.pick([colour(0.42, 0.21, 0.085), colour(0.24, 0.105, 0.045), colour(0.54, 0.33, 0.16)]),
    rug: random.pick(['round', 'square'] as const),
    main: main ?? oklch(random.range(0.58, 0.68), 0.15, hue + random.pick([150, 180, 210, 40])),
    spice: oklch(0.74, 0.15, hue + random.pick([70, 100, 250])),
    curtain: random.chance(0.5) ? colour(0.86, 0.8, 0.7) : scale(oklch(0.66, 0.1, hue + random.pick([20, 180])), 1),
    window: {
      x: -0.95 * m,
      half,
      low: random.range(0.95, 1.2),
      high: random.range(3.5, 4.05),
      arched: random.chance(0.4),
    },
    outside: random.pick(['trees', 'roofs', 'hills'] as const),
    m,
    seed: random.whole(1, 900),
  };
}
