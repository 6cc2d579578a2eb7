import type { Clay, ClayHit } from './clay.ts';
import type { Colour } from './colour.ts';
import type { Light } from './expose.ts';

/** The lamps of a set. Directions are unit vectors towards the light. */
export interface Lighting {
  key: [number, number, number];
  keyColour: Colour;
  /** Light from above and from below. */
  sky: Colour;
  ground: Colour;
  /** A light from behind that draws the edge of things. */
  rim: [number, number, number];
  rimColour: Colour;
  hardness: number;
}

const painted: Colour = { r: 0.5, g: 0.5, b: 0.5 };

/** Lights a place on clay and writes what the eye at the ray's start sees. */
export function shade(
  clay: Clay,
  hit: ClayHit,
  x: number,
  y: number,
  z: number,
  dx: number,
  dy: number,
  dz: number,
  lamps: Lighting,
  light: Light,
): void {
  const { nx, ny, nz, material } = hit;
  const { colour, shine, polish } = material;
  painted.r = colour.r;
  painted.g = colour.g;
  painted.b = colour.b;
  if (material.pattern) material.pattern(hit.lx, hit.ly, hit.lz, colour, painted);
  const soft = material.soft ?? 0;
  const [kx, ky, kz] = lamps.key;
  const facing = nx * kx + ny * ky + nz * kz;
  const lit = Math.max(0, (facing + soft) / (1 + soft));
  const open = clay.openness(x, y, z, nx, ny, nz, true);
  const reached = lit > 0 ? clay.shadow(x + nx * 0.012, y + ny * 0.012, z + nz * 0.012, kx, ky, kz, lamps.hardness) : 0;
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
  // Light that enters soft matter leaves it more saturated.
  const blush = soft * 0.35 * (1 - lit);

  const channel = (albedo: number, keyLight: number, sky: number, ground: number, rim: number): number => {
    const ambient = (sky * above + ground * (1 - above)) * open;
    const diffuse = albedo * (keyLight * (key + blush * albedo * reached) + ambient + rim * back);
    return (
      diffuse * (1 - fresnel * 0.6) +
      keyLight * spark +
      (sky * upwards * 1.6 + ground * (1 - upwards) * 0.5) * fresnel +
      albedo * glow
    );
  };
  light.r = channel(painted.r, lamps.keyColour.r, lamps.sky.r, lamps.ground.r, lamps.rimColour.r);
  light.g = channel(painted.g, lamps.keyColour.g, lamps.sky.g, lamps.ground.g, lamps.rimColour.g);
  light.b = channel(painted.b, lamps.keyColour.b, lamps.sky.b, lamps.ground.b, lamps.rimColour.b);
}
