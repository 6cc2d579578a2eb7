import type { ClayHit } from './clay-set.ts';
import type { Colour } from './colour.ts';
import type { Light } from './expose.ts';
import { FUZZ_FREQUENCY, fuzzLength } from './fuzz.ts';
import type { Paint } from './lump.ts';
import type { Vector } from './matrix.ts';

/** The lights of a scene. Directions are unit vectors towards the light. */
export interface Lighting {
  key: [number, number, number];
  keyColour: Colour;
  /** Ambient light from above and from below. */
  sky: Colour;
  ground: Colour;
  /** Rim light: a light from behind that shows the outline. */
  rim: [number, number, number];
  rimColour: Colour;
  hardness: number;
  /** A small light inside the scene, such as a firefly or a candle. It casts no shadow. */
  lantern?: Lantern;
}

export interface Lantern {
  at: Vector;
  colour: Colour;
  /** Distance at which its light is halved. */
  reach: number;
}

const painted: Paint = { r: 0.5, g: 0.5, b: 0.5, gloss: 1 };

/**
 * Shades a point on clay and writes the light that reaches the ray's origin. `open`: its ambient openness. `unshaded`: the
 * share of the key light that reaches it if it faces the light.
 */
export function shade(
  hit: ClayHit,
  x: number,
  y: number,
  z: number,
  dx: number,
  dy: number,
  dz: number,
  lamps: Lighting,
  open: number,
  unshaded: number,
  light: Light,
): void {
  const { nx, ny, nz, material } = hit;
  const { colour, polish } = material;
  const fuzz = material.fuzz ?? 0;
  painted.r = colour.r;
  painted.g = colour.g;
  painted.b = colour.b;
  painted.gloss = 1;
  if (material.pattern) material.pattern(hit.lx, hit.ly, hit.lz, colour, painted);
  if (fuzz > 0) {
    // The roots of hair are dark.
    const roots = material.roots ?? 1;
    const tone = 1 - roots * 0.38 + roots * 0.72 * fuzzLength(hit.lx, hit.ly, hit.lz, FUZZ_FREQUENCY);
    painted.r *= tone;
    painted.g *= tone;
    painted.b *= tone;
  }
  const shine = material.shine * painted.gloss;
  const soft = material.soft ?? 0;
  const [kx, ky, kz] = lamps.key;
  const facing = nx * kx + ny * ky + nz * kz;
  const lit = Math.max(0, (facing + soft) / (1 + soft));
  const reached = lit > 0 ? unshaded : 0;
  const key = lit * (soft > 0 ? reached + (1 - reached) * soft * 0.35 : reached);

  const seen = -(nx * dx + ny * dy + nz * dz);
  const edge = 1 - Math.max(0, seen);
  const rx = dx + 2 * seen * nx;
  const ry = dy + 2 * seen * ny;
  const rz = dz + 2 * seen * nz;
  const mirror = Math.max(0, rx * kx + ry * ky + rz * kz);
  const spark = mirror ** polish * shine * reached * (0.6 + polish * 0.02);
  const fresnel = shine * (0.05 + 0.75 * edge ** 4) * open;
  const above = 0.5 + 0.5 * ny;
  const upwards = Math.max(0, Math.min(1, 0.5 + ry * 0.9));
  const back =
    Math.max(0, nx * lamps.rim[0] + ny * lamps.rim[1] + nz * lamps.rim[2]) ** 1.5 * (0.25 + 0.75 * edge * edge) * open;
  const glow = material.glow ?? 0;
  // Hair at the outline catches light from behind and above, in whatever direction the skin faces.
  const down = fuzz > 0 ? edge * edge * edge * (0.35 + 0.65 * open) : 0;
  const near = lamps.lantern ? lanternLight(lamps.lantern, x, y, z, nx, ny, nz, 0.35 + soft * 0.5) * open : 0;
  // Light that is scattered in a soft material leaves it more saturated.
  const blush = soft * 0.35 * (1 - lit);

  const channel = (
    albedo: number,
    keyLight: number,
    sky: number,
    ground: number,
    rim: number,
    lantern: number,
  ): number => {
    const ambient = (sky * above + ground * (1 - above)) * open;
    const diffuse = albedo * (keyLight * (key + blush * albedo * reached) + ambient + rim * back + lantern * near);
    return (
      diffuse * (1 - fresnel * 0.6) +
      keyLight * spark +
      (sky * upwards * 1.6 + ground * (1 - upwards) * 0.5) * fresnel +
      albedo * glow +
      (albedo * 0.6 + 0.05) * (sky * above * 0.6 + rim * 0.3 + keyLight * reached * 0.1) * down
    );
  };
  light.r = channel(
    painted.r,
    lamps.keyColour.r,
    lamps.sky.r,
    lamps.ground.r,
    lamps.rimColour.r,
    lamps.lantern?.colour.r ?? 0,
  );
  light.g = channel(
    painted.g,
    lamps.keyColour.g,
    lamps.sky.g,
    lamps.ground.g,
    lamps.rimColour.g,
    lamps.lantern?.colour.g ?? 0,
  );
  light.b = channel(
    painted.b,
    lamps.keyColour.b,
    lamps.sky.b,
    lamps.ground.b,
    lamps.rimColour.b,
    lamps.lantern?.colour.b ?? 0,
  );
}

/** Share of a lantern's light that reaches a point. `wrap` lets it reach beyond the terminator. */
export function lanternLight(
  lantern: Lantern,
  x: number,
  y: number,
  z: number,
  nx: number,
  ny: number,
  nz: number,
  wrap: number,
): number {
  const { at, reach } = lantern;
  const tx = at[0] - x;
  const ty = at[1] - y;
  const tz = at[2] - z;
  const square = tx * tx + ty * ty + tz * tz;
  const distance = Math.sqrt(square) + 1e-6;
  const facing = (nx * tx + ny * ty + nz * tz) / distance;
  return Math.max(0, (facing + wrap) / (1 + wrap)) / (1 + square / (reach * reach));
}
