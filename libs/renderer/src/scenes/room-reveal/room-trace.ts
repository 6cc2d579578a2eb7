import type { Camera } from '../../stage/camera.ts';
import { LANES, OFF, ROOMY } from '../../stage/clay-kernel.ts';
import { type Clay, type ClayHit, createHit, OPEN_FAR, SHADOW_FAR } from '../../stage/clay-set.ts';
import { smooth } from '../../stage/easing.ts';
import type { Light, Rays, Trace } from '../../stage/expose.ts';
import { fractal2 } from '../../stage/noise.ts';
import { angleOf } from '../../stage/solid-shapes.ts';
import { createClayShader } from './room-clay.ts';
import { createFloorShade, createWallShade, floorShade } from './room-floor.ts';
import { arriving, cornered, type createRoomLight, type RoomMoment } from './room-light.ts';
import { DEEP, HALF, HIGH, type RoomLook } from './room-look.ts';
import { paintFloor, paintWall, surface } from './room-surfaces.ts';
import type { RoomWindow } from './room-window.ts';

const REVEAL = 0.2;
const seen: Light = { r: 0.5, g: 0.5, b: 0.5 };

// The side of the room that a ray ends at. Each is also the number of its surface.
const CLAY = 1;
const FLOOR = 2;
const CEILING = 3;
const BACK = 4;
const BESIDE = 5;

interface RayEnd {
  distance: number;
  side: number;
}

// Of each ray of a packet: where it ends, the hit there, its openness, and the share of the sun that furniture lets through.
const ends = Array.from({ length: LANES }, (): RayEnd => ({ distance: 0.5, side: CLAY }));
const hits = Array.from({ length: LANES }, () => createHit({ colour: seen, shine: 0, polish: 8 }));
const opens = new Float64Array(LANES);
const suns = new Float64Array(LANES);

/** Traces rays in a room with a window in its back wall and clay furniture. */
export function roomTrace(
  camera: Camera,
  clay: Clay,
  look: RoomLook,
  window: RoomWindow,
  roomLight: ReturnType<typeof createRoomLight>,
  moment: RoomMoment,
): Trace {
  const { x: ox, y: oy, z: oz } = camera;
  const { window: pane, curtain, sun, sunColour } = look;
  const [kx, ky, kz] = sun;
  const shadeFloor = createFloorShade(clay, look, [ox, oy, oz]);
  const shadeClay = createClayShader(look, window, roomLight, moment);
  const wallOpen = createWallShade(clay);
  const haze = look.hour === 'dusk' ? 0.03 : 0.012;
  const { glow, glowAt, drawn, time } = moment;

  function trace(dx: number, dy: number, dz: number, light: Light, lane: number): number {
    const { distance: far, side } = ends[lane] as RayEnd;
    const x = ox + dx * far;
    const y = oy + dy * far;
    const z = oz + dz * far;
    let kind = 1;
    if (side === CLAY) {
      const hit = hits[lane] as ClayHit;
      kind = 200 + hit.surface;
      shadeClay(hit, x, y, z, dx, dy, dz, opens[lane] as number, suns[lane] as number, light);
    } else kind = shell(x, y, z, dx, dy, dz, side, opens[lane] as number, suns[lane] as number, light);
    // Dust in the air shows the sunbeam, most strongly against the light.
    const length = window.beam(ox, oy, oz, dx, dy, dz, far, drawn);
    if (length > 0) {
      const against = Math.max(0, dx * kx + dy * ky + dz * kz);
      const streak = 0.7 + 0.6 * fractal2((ox + dx * 6) * 1.3 + time * 0.05, (oy + dy * 6) * 0.9 - time * 0.09, 2);
      const gain = length * haze * (0.25 + 1.2 * against ** 3) * streak;
      light.r += sunColour.r * gain;
      light.g += sunColour.g * gain;
      light.b += sunColour.b * gain;
    }
    if (glow > 0) {
      const gx = glowAt[0] - ox;
      const gy = glowAt[1] - oy;
      const gz = glowAt[2] - oz;
      const nearest = gx * dx + gy * dy + gz * dz;
      const along = Math.min(far, nearest);
      const ax = dx * along - gx;
      const ay = dy * along - gy;
      const az = dz * along - gz;
      const near = ax * ax + ay * ay + az * az;
      const angle = angleOf(ay, ax);
      const fan = 0.65 + 0.35 * Math.sin(angle * 9 + time * 1.7) * Math.sin(angle * 5 - time);
      // Furniture in front of the lamp hides most of its halo.
      const gain = (glow * (0.042 - 0.03 * smooth(0, 0.45, nearest - far)) * fan) / (near + 0.035);
      light.r += gain * 1.5;
      light.g += gain;
      light.b += gain * 0.45;
    }
    return kind;
  }

  /** Finds what the rays hit, and the openness and the sun there. */
  function ahead({ count, dx: dxs, dy: dys, dz: dzs }: Rays): void {
    const { lanes } = clay;
    lanes.far.fill(OFF);
    for (let lane = 0; lane < count; lane++) {
      const dx = dxs[lane] as number;
      const dy = dys[lane] as number;
      const dz = dzs[lane] as number;
      const back = dz > 0 ? (DEEP - oz) / dz : 1e9;
      const sides = dx > 0 ? (HALF - ox) / dx : dx < 0 ? (-HALF - ox) / dx : 1e9;
      const level = dy > 0 ? (HIGH - oy) / dy : dy < 0 ? -oy / dy : 1e9;
      const end = ends[lane] as RayEnd;
      end.distance = Math.min(back, sides, level);
      end.side = end.distance === level ? (dy < 0 ? FLOOR : CEILING) : end.distance === back ? BACK : BESIDE;
      clay.setLane(lane, ox, oy, oz, dx, dy, dz, end.distance + 0.02);
    }
    clay.intersectLanes();
    for (let lane = 0; lane < count; lane++) {
      const end = ends[lane] as RayEnd;
      const hit = hits[lane] as ClayHit;
      if (clay.readHit(lane, hit)) {
        end.distance = hit.distance;
        end.side = CLAY;
      } else {
        hit.nx = end.side === BESIDE ? -Math.sign(dxs[lane] as number) : 0;
        hit.ny = end.side === FLOOR ? 1 : end.side === CEILING ? -1 : 0;
        hit.nz = end.side === BACK ? -1 : 0;
      }
    }
    for (let lane = 0; lane < count; lane++) {
      const { distance: t, side } = ends[lane] as RayEnd;
      const { nx, ny, nz } = hits[lane] as ClayHit;
      const own = side === CLAY || side === CEILING || side === BESIDE;
      lanes.roomy[lane] = side === CLAY ? 0 : ROOMY;
      const x = ox + (dxs[lane] as number) * t;
      const y = oy + (dys[lane] as number) * t;
      const z = oz + (dzs[lane] as number) * t;
      clay.setLane(lane, x, y, z, nx, ny, nz, own ? OPEN_FAR : OFF);
    }
    opens.set(clay.opennessLanes());
    for (let lane = 0; lane < count; lane++) {
      const { distance: t, side } = ends[lane] as RayEnd;
      const { nx, ny, nz, material } = hits[lane] as ClayHit;
      const x = ox + (dxs[lane] as number) * t;
      const y = oy + (dys[lane] as number) * t;
      const z = oz + (dzs[lane] as number) * t;
      const soft = side === CLAY ? (material.soft ?? 0) : 0.5;
      const lit = nx * kx + ny * ky + nz * kz > -soft * 0.5 && window.sunlit(x, y, z, drawn) > 0.004;
      clay.setLane(lane, x + nx * 0.015, y + ny * 0.015, z + nz * 0.015, kx, ky, kz, lit ? SHADOW_FAR : OFF);
    }
    suns.set(clay.shadowLanes(16));
  }

  /** Shades walls, floor, ceiling and window. */
  function shell(
    x: number,
    y: number,
    z: number,
    dx: number,
    dy: number,
    dz: number,
    side: number,
    clear: number,
    sunned: number,
    light: Light,
  ): number {
    let kind = side;
    let nx = 0;
    let ny = 0;
    let nz = 0;
    if (side === BACK) {
      const hung = hangs(x, y);
      if (hung > 0) return cloth(x, y, hung, sunned, light);
      if (window.opening(x, y) < 0) return glass(x, y, dx, dy, dz, light);
      const frame = smooth(0.1, 0.085, window.opening(x, y));
      paintWall(look, x, y);
      kind = y < 0.2 ? 6 : 4;
      if (frame > 0) {
        surface.r += (0.82 - surface.r) * frame;
        surface.g += (0.79 - surface.g) * frame;
        surface.b += (0.74 - surface.b) * frame;
        kind = 7;
      }
      nx = surface.tiltX;
      ny = surface.tiltY;
      nz = -1;
    } else if (side === FLOOR) {
      paintFloor(look, x, z, moment.rug);
      ny = 1;
    } else if (side === CEILING) {
      const beam = look.beams ? smooth(0.16, 0.14, Math.abs(((z + 10.3) % 1.5) - 0.75)) : 0;
      const wave = 0.95 + 0.08 * fractal2(x * 2, z * 2, 2);
      surface.r = look.ceilingColour.r * wave * (1 - beam) + look.wood.r * 0.8 * beam;
      surface.g = look.ceilingColour.g * wave * (1 - beam) + look.wood.g * 0.8 * beam;
      surface.b = look.ceilingColour.b * wave * (1 - beam) + look.wood.b * 0.8 * beam;
      surface.gloss = 0;
      surface.field = 0;
      if (beam > 0.5) kind = 8;
      ny = -1;
    } else {
      paintWall(look, z + 0.4, y);
      kind = y < 0.2 ? 9 : 5;
      nx = dx > 0 ? -1 : 1;
      ny = surface.tiltY;
      nz = surface.tiltX;
    }
    const inverse = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
    nx *= inverse;
    ny *= inverse;
    nz *= inverse;
    if (side === FLOOR) shadeFloor(x, z);
    const open =
      (side === FLOOR ? floorShade.open : side === BACK ? wallOpen(x, y) : clear) * cornered(x, y, z, nx, ny, nz);
    const { r, g, b, gloss, field } = surface;
    roomLight(x, y, z, nx, ny, nz, open, 0, moment, side === FLOOR ? floorShade.window : open, sunned);
    light.r = r * arriving.r;
    light.g = g * arriving.g;
    light.b = b * arriving.b;
    if (gloss > 0 && side === FLOOR) {
      // A polished floor reflects the window and the wall, more at a grazing angle.
      const share = gloss * (0.05 + 0.6 * (1 + dy) ** 4) * (0.4 + 0.6 * open);
      const t = (DEEP - z) / Math.max(0.05, dz);
      const wx = x + dx * t;
      const wy = -dy * t;
      // The polish is worn: the reflection of distant points is softer.
      const blur = 0.06 + 0.05 * t;
      const inside = smooth(blur, -blur, window.opening(wx, wy)) * floorShade.mirror;
      seen.r = look.wallColour.r * look.fill;
      seen.g = look.wallColour.g * look.fill;
      seen.b = look.wallColour.b * look.fill;
      if (inside > 0) {
        const { r: wallR, g: wallG, b: wallB } = seen;
        window.outside(dx, -dy, dz, seen);
        const barred = smooth(-blur * 0.4, blur, window.bars(wx, wy));
        seen.r = wallR + (seen.r * barred - wallR) * inside;
        seen.g = wallG + (seen.g * barred - wallG) * inside;
        seen.b = wallB + (seen.b * barred - wallB) * inside;
      }
      light.r += (seen.r - light.r) * share;
      light.g += (seen.g - light.g) * share;
      light.b += (seen.b - light.b) * share;
    }
    return kind * 8 + field;
  }

  /** 0 where the back wall has no curtain; otherwise the position in the curtain's folds plus 1. */
  function hangs(x: number, y: number): number {
    if (drawn <= 0) return 0;
    const off = Math.abs(x - pane.x);
    const top = pane.high + 0.3;
    const foot = top - (top - 0.06) * drawn;
    const sway = 0.05 * Math.sin(time * 1.3 + y * 1.4) * (1 - y / top);
    const gather = 0.07 * Math.sin((y / top) * 3.1);
    if (y > top || y < foot) return 0;
    if (off < pane.half * 0.62 + sway + gather || off > pane.half + 0.42 + sway) return 0;
    return 1 + off - sway;
  }

  function cloth(x: number, y: number, hung: number, sunned: number, light: Light): number {
    const fold = Math.sin(hung * 34 + 0.6 * Math.sin(y * 1.7));
    const nx = -0.75 * Math.cos(hung * 34 + 0.6 * Math.sin(y * 1.7)) * Math.sign(x - pane.x);
    const inverse = 1 / Math.sqrt(nx * nx + 1);
    const open = (0.72 + 0.28 * fold) * cornered(x, y, DEEP - 0.1, 0, 0, -1) * wallOpen(x, y);
    roomLight(x, y, DEEP - 0.12, nx * inverse, 0, -inverse, open, 0.4, moment, 1, sunned);
    // Daylight shines through the cloth where the pane is behind it.
    const through = smooth(0.06, -0.12, window.opening(x, y)) * (0.75 + 0.25 * fold) * 0.42;
    light.r = curtain.r * (arriving.r + through * (look.lowSky.r + sunColour.r * 0.1));
    light.g = curtain.g * (arriving.g + through * (look.lowSky.g + sunColour.g * 0.1));
    light.b = curtain.b * (arriving.b + through * (look.lowSky.b + sunColour.b * 0.1));
    return 11;
  }

  function glass(x: number, y: number, dx: number, dy: number, dz: number, light: Light): number {
    const deep = REVEAL / dz;
    const gx = x + dx * deep;
    const gy = y + dy * deep;
    window.outside(dx, dy, dz, light);
    if (window.opening(gx, gy) > 0) {
      // The reveal of the window, lit by daylight.
      const { lowSky, skyColour } = look;
      light.r = 0.34 * (lowSky.r + skyColour.r) + 0.05;
      light.g = 0.34 * (lowSky.g + skyColour.g) + 0.05;
      light.b = 0.34 * (lowSky.b + skyColour.b) + 0.05;
      return 12;
    }
    if (window.bars(gx, gy) < 0) {
      light.r = 0.1 + light.r * 0.16;
      light.g = 0.1 + light.g * 0.16;
      light.b = 0.09 + light.b * 0.16;
      return 13;
    }
    return 14;
  }

  return Object.assign(trace, { ahead });
}
