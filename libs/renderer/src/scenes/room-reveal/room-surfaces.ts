import { type Colour, colour } from '../../stage/colour.ts';
import { mix, smooth } from '../../stage/easing.ts';
import { fractal2, hash2, noise2 } from '../../stage/noise.ts';
import { length2 } from '../../stage/solid-shapes.ts';
import { HALF, HIGH, type RoomLook } from './room-look.ts';

/** Colour, tilt of the normal and gloss of a point on a wall or the floor. */
export interface Surface extends Colour {
  tiltX: number;
  tiltY: number;
  gloss: number;
  /** Number of the colour field; hard edges between fields are antialiased. */
  field: number;
}

export const surface: Surface = { r: 0.5, g: 0.5, b: 0.5, tiltX: 0, tiltY: 0, gloss: 0.5, field: 0 };

function tint(from: Colour, tone: number): void {
  surface.r = from.r * tone;
  surface.g = from.g * tone;
  surface.b = from.b * tone;
}

/** Writes a point of the back wall to `surface`. */
export function paintWall(look: RoomLook, x: number, y: number): void {
  const { wallColour, trimColour, wall } = look;
  surface.tiltX = 0;
  surface.tiltY = 0;
  surface.gloss = 0.03;
  surface.field = 0;
  const plaster = 0.94 + 0.12 * fractal2(x * 2.4, y * 2.4, 3);
  if (y < 0.2) {
    tint(trimColour, 1);
    surface.tiltY = 0.7 * smooth(0.03, 0, Math.abs(y - 0.18));
    return;
  }
  if (y > HIGH - 0.16) {
    tint(look.ceilingColour, 1);
    surface.tiltY = -0.5 * smooth(0.05, 0, Math.abs(y - HIGH + 0.13));
    return;
  }
  tint(wallColour, plaster);
  if (wall === 'panels') {
    // Framed panels: a row of low panels, a rail, a row of tall panels.
    const step = (HALF * 2) / 4;
    const u = ((x + HALF) % step) / step - 0.5;
    const lowRow = y < 1.3;
    const from = lowRow ? 0.36 : 1.52;
    const until = lowRow ? 1.16 : HIGH - 0.42;
    const side = (0.4 - Math.abs(u)) * step;
    const end = Math.min(y - from, until - y);
    const inner = Math.min(side, end);
    const ridge = smooth(0.055, 0.02, Math.abs(inner));
    const turn = smooth(0.05, 0, Math.abs(inner)) * (inner > 0 ? -1 : 1);
    if (side < end) surface.tiltX = 0.55 * turn * Math.sign(u) * ridge;
    else surface.tiltY = 0.55 * turn * (y - from < until - y ? -1 : 1) * ridge;
    if (Math.abs(y - 1.33) < 0.045) {
      tint(wallColour, 1.12);
      surface.tiltY = (y - 1.33) * 14;
    }
  } else if (wall === 'slats') {
    const u = ((x + 9) % 0.13) / 0.13 - 0.5;
    const gap = smooth(0.36, 0.42, Math.abs(u));
    const lane = Math.floor((x + 9) / 0.13);
    const grain = 0.8 + 0.4 * fractal2(x * 40, y * 1.6 + lane * 3, 3) + 0.25 * (hash2(lane, 5) - 0.5);
    tint(look.wood, grain * 1.25 * (1 - 0.85 * gap));
    surface.tiltX = smooth(0.25, 0.4, Math.abs(u)) * Math.sign(u) * 0.6;
    surface.gloss = 0.12;
  } else if (wall === 'paper') {
    const row = Math.floor(y / 0.62);
    const u = ((x + 20 + (row % 2) * 0.3) % 0.6) / 0.6 - 0.5;
    const v = (y % 0.62) / 0.62 - 0.5;
    const leaf = Math.min(leafAt(u - 0.12, v, 0.5), leafAt(u + 0.12, v - 0.05, -0.5), leafAt(u, v + 0.22, 0));
    const drawn = smooth(0.02, -0.01, leaf);
    const vein = smooth(0.012, 0.004, Math.abs(u * 0.9)) * smooth(0.34, 0.3, Math.abs(v));
    const tone = Math.max(drawn, vein) * 0.5;
    surface.r = mix(surface.r, trimColour.r * 0.8 + 0.1, tone);
    surface.g = mix(surface.g, trimColour.g * 0.75 + 0.08, tone);
    surface.b = mix(surface.b, trimColour.b * 0.6 + 0.04, tone);
  } else if (wall === 'brick') {
    const row = Math.floor(y / 0.16);
    const shift = x + 20 + (row % 2) * 0.21;
    const u = (shift % 0.42) / 0.42 - 0.5;
    const v = (y % 0.16) / 0.16 - 0.5;
    const joint = Math.max(smooth(0.455, 0.475, Math.abs(u)), smooth(0.39, 0.44, Math.abs(v)));
    const stone = hash2(Math.floor(shift / 0.42), row);
    const rough = 0.75 + 0.35 * stone + 0.3 * (fractal2(x * 14, y * 14, 3) - 0.45);
    tint(mixColour(wallColour, colour(0.42, 0.17, 0.1), 0.55), rough);
    if (joint > 0) {
      surface.r = mix(surface.r, 0.5, joint * 0.55);
      surface.g = mix(surface.g, 0.45, joint * 0.55);
      surface.b = mix(surface.b, 0.4, joint * 0.55);
    }
    surface.tiltX = 0.5 * smooth(0.4, 0.47, Math.abs(u)) * Math.sign(u) * (1 - joint);
    surface.tiltY = 0.6 * smooth(0.3, 0.42, Math.abs(v)) * Math.sign(v) * (1 - joint);
  } else {
    const cx = 0.55 * look.m;
    const out = y > 2.7 ? length2(x - cx, y - 2.7) - 1.35 : Math.abs(x - cx) - 1.35;
    const painted = smooth(0.008, -0.008, out);
    surface.field = out < 0 ? 1 : 0;
    surface.r = mix(surface.r, look.spice.r * plaster * 0.85, painted);
    surface.g = mix(surface.g, look.spice.g * plaster * 0.85, painted);
    surface.b = mix(surface.b, look.spice.b * plaster * 0.85, painted);
  }
}

function leafAt(u: number, v: number, turn: number): number {
  const a = u * Math.cos(turn) + v * Math.sin(turn);
  const b = v * Math.cos(turn) - u * Math.sin(turn);
  return Math.abs(a) - 0.085 * Math.max(0, 1 - (b / 0.24) ** 2);
}

function mixColour(from: Colour, to: Colour, share: number): Colour {
  return { r: mix(from.r, to.r, share), g: mix(from.g, to.g, share), b: mix(from.b, to.b, share) };
}

/** Writes a point of the floor to `surface`; `rug` is how far the rug is unrolled, 0 to 1. */
export function paintFloor(look: RoomLook, x: number, z: number, rug: number): void {
  const { wood, floor } = look;
  surface.tiltX = 0;
  surface.tiltY = 0;
  surface.gloss = 0.5;
  surface.field = 0;
  if (rug > 0 && paintRug(look, x, z, rug)) return;
  if (floor === 'tiles') {
    const u = (x + z) / 0.85 + 50;
    const v = (x - z) / 0.85 + 50;
    const dark = (Math.floor(u) + Math.floor(v)) % 2 === 0;
    const edge = Math.min(0.5 - Math.abs((u % 1) - 0.5), 0.5 - Math.abs((v % 1) - 0.5));
    const tone = (0.85 + 0.3 * fractal2(x * 2.2, z * 2.2, 4)) * (1 - 0.4 * smooth(0.018, 0.008, edge));
    tint(dark ? mixColour(look.wallColour, colour(0.06, 0.05, 0.05), 0.8) : colour(0.55, 0.49, 0.41), tone);
    surface.gloss = 0.8;
    surface.field = dark ? 1 : 2;
    return;
  }
  let along = z;
  let across = x;
  let lane = 0;
  if (floor === 'herringbone') {
    // Herringbone: the boards lean left and right alternately.
    const column = Math.floor(x / 0.62 + 40);
    const lean = column % 2 ? 1 : -1;
    along = x * lean * 0.8 + z * 0.8;
    across = z - x * lean * 0.75;
    lane = Math.floor(across / 0.19 + 80) + column * 97;
    across = (across / 0.19 + 80) % 1;
    const joint = 0.5 - Math.abs(((x / 0.62 + 40) % 1) - 0.5);
    across = Math.min(0.5 - Math.abs(across - 0.5), joint * 3);
  } else {
    lane = Math.floor(x / 0.3 + 40);
    across = 0.5 - Math.abs(x / 0.3 + 40 - lane - 0.5);
    const board = z / 1.7 + hash2(lane, 3) * 5 + 20;
    across = Math.min(across, (0.5 - Math.abs((board % 1) - 0.5)) * 5);
    lane = lane * 31 + Math.floor(board);
  }
  const wave = fractal2(
    along * 1.1 + hash2(lane, 1) * 40,
    across * 0 + (floor === 'planks' ? x * 9 : along * 0.2) + lane,
    3,
  );
  const rings = Math.abs(((wave * 7) % 1) - 0.5) * 2;
  const tone = 0.62 + 0.5 * hash2(lane, 9) + 0.28 * (wave - 0.45) + 0.14 * rings;
  // A joint is at least a pixel wide; where it would be narrower, it is drawn fainter.
  const joint = 0.03 + 0.014 * (z + 7);
  const seam = smooth(joint * 1.3, joint * 0.3, across) * Math.min(1, 0.06 / joint);
  tint(wood, tone * (1 - 0.65 * seam));
  surface.g *= 0.96 + 0.08 * hash2(lane, 4);
  surface.gloss = 0.55 * (1 - seam) * (0.7 + 0.3 * rings);
}

function paintRug(look: RoomLook, x: number, z: number, rug: number): boolean {
  const round = look.rug === 'round';
  const u = x / rug;
  const v = (z - 0.25) / (round ? rug : 1);
  const out = round ? length2(u * 0.82, v * 1.15) - 1.42 : Math.max(Math.abs(u) - 1.72, Math.abs(v) - 1.05);
  if (out > 0) return false;
  const wool = 0.82 + 0.3 * noise2(x * 46, z * 46) + 0.12 * noise2(x * 7, z * 7);
  const band = smooth(0.025, 0.015, Math.abs(out + 0.14)) + smooth(0.014, 0.008, Math.abs(out + 0.24));
  const figure = round
    ? smooth(0.05, -0.05, Math.sin(Math.atan2(v, u) * 12) * 0.5 + Math.sin(out * 15) * 0.5 - 0.42)
    : smooth(0.1, -0.05, Math.abs(((u * 1.7 + 20) % 1) - 0.5) + Math.abs(((v * 1.7 + 20) % 1) - 0.5) - 0.26);
  const main = Math.min(1, band + figure * 0.45 * (out < -0.3 ? 1 : 0));
  surface.r = mix(0.72, look.main.r, main) * wool;
  surface.g = mix(0.66, look.main.g, main) * wool;
  surface.b = mix(0.56, look.main.b, main) * wool;
  surface.gloss = 0;
  surface.field = 3 + (band > 0.5 ? 1 : 0);
  return true;
}
