import type { Camera } from '../../stage/camera.ts';
import { blend, type Colour, colour, oklch, scale } from '../../stage/colour.ts';
import { clamp, mix, smooth } from '../../stage/easing.ts';
import type { Light, Trace } from '../../stage/expose.ts';
import { COVERED, type DepthMap, noteBlur } from '../../stage/focus.ts';
import { fractal2, hash2 } from '../../stage/noise.ts';
import type { Random } from '../../stage/random.ts';
import { shadeSolid, type TableLight } from '../../stage/solid-light.ts';
import { length2, length3 } from '../../stage/solid-shapes.ts';
import type { Solids } from '../../stage/solids.ts';

/** The scene around a dish: a table, a wall far out of focus, and the lamps. */
export interface TableSet {
  lamps: TableLight;
  /** Colours of the wall in its bright centre and away from it. */
  wallGlow: Colour;
  wallDark: Colour;
  table: 'lacquer' | 'marble' | 'wood';
  tableColour: Colour;
  balls: { x: number; y: number; z: number; cos: number; tint: Colour; gain: number; pace: number }[];
}

/** Draws a table, a wall and lamps that match the dish's hue. */
export function createTableSet(random: Random, hue: number, side: number): TableSet {
  const table = random.pick(['lacquer', 'marble', 'wood'] as const);
  // Food looks good in front of warm, pink, violet and blue walls, but not green ones.
  const wallHue = nearest(hue + random.pick([0, 0, 150, 180, 210]), [12, 40, 60, 200, 235, 265, 300, 335]);
  const dark = table !== 'marble' || random.chance(0.5);
  const wallGlow = oklch(dark ? 0.47 : 0.64, dark ? 0.13 : 0.1, wallHue);
  const wallDark = oklch(dark ? 0.19 : 0.36, 0.07, wallHue - 15);
  const warm = colour(1, 0.62, 0.28);
  const strip = blend(oklch(0.72, 0.2, wallHue + random.range(-20, 60)), colour(1, 0.9, 0.8), 0.25);
  const tableColour =
    table === 'lacquer'
      ? oklch(0.2, 0.07, wallHue + 20)
      : table === 'wood'
        ? colour(0.2, 0.085, 0.032)
        : colour(0.62, 0.6, 0.6);
  const tints = [warm, colour(1, 0.72, 0.4), blend(wallGlow, warm, 0.5), strip];
  return {
    lamps: {
      window: unitOf(-0.66 * side, 0.56, -0.5),
      windowColour: colour(7.4, 6.7, 5.8),
      strip: unitOf(0.56 * side, 0.42, 0.72),
      stripColour: scale(strip, 5.5),
      wall: scale(blend(wallGlow, colour(0.5, 0.45, 0.42), 0.35), 0.42),
      above: colour(0.3, 0.28, 0.27),
      below: scale(tableColour, 0.45),
    },
    wallGlow,
    wallDark,
    table,
    tableColour,
    balls: Array.from({ length: 30 }, () => {
      const round = random.range(-0.95, 0.95);
      const up = random.range(-0.3, 0.16);
      return {
        x: Math.sin(round) * Math.cos(up),
        y: Math.sin(up),
        z: Math.cos(round) * Math.cos(up),
        cos: Math.cos(random.range(0.014, 0.042)),
        tint: random.pick(tints),
        gain: random.range(0.2, 0.9) ** 1.6 * 1.1,
        pace: random.range(0.6, 2),
      };
    }),
  };
}

function nearest(hue: number, choices: readonly number[]): number {
  const apart = (choice: number) => Math.cos(((choice - hue) * Math.PI) / 180);
  return choices.reduce((best, choice) => (apart(choice) > apart(best) ? choice : best));
}

function unitOf(x: number, y: number, z: number): [number, number, number] {
  const length = length3(x, y, z);
  return [x / length, y / length, z / length];
}

const tile: Colour = { r: 0.5, g: 0.5, b: 0.5 };

/** Traces rays over the table. `time` moves the twinkling lights. */
export function tableTrace(
  camera: Camera,
  set: TableSet,
  solids: Solids,
  time: number,
  map: DepthMap,
  sharp: number,
): Trace {
  const { x: ox, y: oy, z: oz } = camera;
  const { lamps, balls, wallGlow, wallDark } = set;
  const [kx, ky, kz] = lamps.window;
  const ahead = length2(camera.forward[0], camera.forward[2]);
  const gains = balls.map(({ gain, pace }, n) => gain * (0.75 + 0.25 * Math.sin(time * pace * 2 + n * 1.7)));

  function wall(dx: number, dy: number, dz: number, light: Light): void {
    const beside = (dx * camera.forward[0] + dz * camera.forward[2]) / ahead;
    const glow = smooth(0.9, 1, beside) * smooth(-0.55, 0.12, dy) * smooth(0.75, 0.1, dy);
    light.r = mix(wallDark.r, wallGlow.r, glow);
    light.g = mix(wallDark.g, wallGlow.g, glow);
    light.b = mix(wallDark.b, wallGlow.b, glow);
    for (let n = 0; n < balls.length; n++) {
      const { x, y, z, cos, tint } = balls[n] as TableSet['balls'][number];
      const near = x * dx + y * dy + z * dz;
      if (near < cos) continue;
      const out = (1 - near) / (1 - cos);
      const gain = (gains[n] as number) * smooth(1, 0.72, out) * (0.6 + 0.6 * out * out);
      light.r += tint.r * gain;
      light.g += tint.g * gain;
      light.b += tint.b * gain;
    }
  }

  /** Light of the table where a ray hits it, without the reflection. */
  function top(x: number, z: number, distance: number, light: Light): void {
    paintTable(set, x, z, tile);
    const reached = solids.shadow(x, 0.004, z, kx, ky, kz, 4) * ky;
    const open = distance < 3.4 ? solids.openness(x, 0, z, 0, 1, 0) : 1;
    // The window lights the middle of the table.
    const pool = 0.35 + 0.65 * smooth(4.4, 1.2, distance);
    light.r = tile.r * (lamps.windowColour.r * 0.3 * reached * pool + (lamps.wall.r + lamps.above.r) * open);
    light.g = tile.g * (lamps.windowColour.g * 0.3 * reached * pool + (lamps.wall.g + lamps.above.g) * open);
    light.b = tile.b * (lamps.windowColour.b * 0.3 * reached * pool + (lamps.wall.b + lamps.above.b) * open);
  }

  const scratch: Light = { r: 0.5, g: 0.5, b: 0.5 };
  let target = scratch;
  function behind(x: number, y: number, z: number, dx: number, dy: number, dz: number, except: number): void {
    const toTable = dy < -1e-4 ? -y / dy : 1e9;
    const hit = solids.intersect(x, y, z, dx, dy, dz, Math.min(8, toTable), except);
    if (hit) {
      const t = hit.distance;
      shadeSolid(solids, hit, x + dx * t, y + dy * t, z + dz * t, dx, dy, dz, lamps, target, null);
    } else if (toTable < 8)
      top(x + dx * toTable, z + dz * toTable, length2(x + dx * toTable, z + dz * toTable), target);
    else wall(dx, dy, dz, target);
  }

  /** Blur at a distance: the lens is sharp at one distance and a little around it. */
  function blurAt(distance: number): number {
    return clamp((Math.abs(distance - sharp) - 0.75) * (distance < sharp ? 0.55 : 0.3));
  }

  return (dx, dy, dz, light) => {
    target = light;
    const toTable = dy < -1e-4 ? -oy / dy : 1e9;
    const hit = solids.intersect(ox, oy, oz, dx, dy, dz, Math.min(30, toTable));
    if (hit) {
      const t = hit.distance;
      const surface = 10 + hit.index * 4;
      const blur = blurAt(t);
      noteBlur(map, camera, dx, dy, dz, blur);
      const matter = shadeSolid(solids, hit, ox + dx * t, oy + dy * t, oz + dz * t, dx, dy, dz, lamps, light, behind);
      return blur > COVERED ? -(surface + matter) : surface + matter;
    }
    const blur = toTable < 60 ? blurAt(toTable) : 1;
    const covered = blur > COVERED ? -1 : 1;
    noteBlur(map, camera, dx, dy, dz, blur);
    wall(dx, dy, dz, light);
    if (toTable > 60) return covered;
    const x = ox + dx * toTable;
    const z = oz + dz * toTable;
    const distance = Math.sqrt(x * x + z * z);
    const fade = smooth(9, 2.6, distance);
    if (fade <= 0) return covered;
    const { r: backR, g: backG, b: backB } = light;
    const mirrored = distance < 3.2 ? solids.intersect(x, 0.002, z, dx, -dy, dz, 8) : null;
    if (mirrored) {
      const t = mirrored.distance;
      shadeSolid(solids, mirrored, x + dx * t, -dy * t, z + dz * t, dx, -dy, dz, lamps, light, null);
    } else wall(dx, -dy, dz, light);
    const polish = set.table === 'lacquer' ? 0.5 : set.table === 'marble' ? 0.24 : 0.14;
    const share = polish * (0.25 + 0.75 * (1 + dy) ** 3);
    const { r, g, b } = light;
    top(x, z, distance, light);
    light.r = mix(backR, mix(light.r, r, share), fade);
    light.g = mix(backG, mix(light.g, g, share), fade);
    light.b = mix(backB, mix(light.b, b, share), fade);
    return 2 * covered;
  };
}

function paintTable({ table, tableColour }: TableSet, x: number, z: number, out: Colour): void {
  let tone = 1;
  if (table === 'marble') {
    const warp = fractal2(x * 0.9, z * 0.9, 4);
    const vein = Math.abs(fractal2(x * 0.8 + warp * 2.4, z * 0.8 - warp * 2, 4) - 0.48);
    tone = 1 - 0.62 * smooth(0.05, 0, vein) - 0.25 * warp;
  } else if (table === 'wood') {
    const lane = Math.floor(x / 0.8 + 20.4);
    const grain = fractal2(x * 7 + lane * 9, z * 0.7 + 3 * hash2(lane, 2), 4);
    const seam = smooth(0.012, 0.004, Math.abs(x / 0.8 + 20.4 - lane - 0.5) > 0.49 ? 0 : 1);
    tone = (0.55 + 0.95 * grain + 0.5 * hash2(lane, 7)) * (1 - 0.6 * seam);
  }
  out.r = clamp(tableColour.r * tone, 0, 1);
  out.g = clamp(tableColour.g * tone, 0, 1);
  out.b = clamp(tableColour.b * tone, 0, 1);
}
