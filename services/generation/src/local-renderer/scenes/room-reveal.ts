import { lookAt, project, unit } from '../stage/camera.ts';
import { createClay, type Group, type Lump, type Material } from '../stage/clay.ts';
import { blend, type Colour, colour, hueOf, oklch, scale, toCss } from '../stage/colour.ts';
import { plainGrade } from '../stage/develop.ts';
import { backOut, clamp, easeInOut, easeOut, mix, smooth, within, wobble } from '../stage/easing.ts';
import { expose } from '../stage/expose.ts';
import { drawScrap } from '../stage/glints.ts';
import { shade } from '../stage/lighting.ts';
import { reaching } from '../stage/matrix.ts';
import { fractal2, hash2, noise2, noise3 } from '../stage/noise.ts';
import type { SceneMaker } from '../stage/scene.ts';
import { note } from '../stage/sound.ts';

const HALF = 2.35;
const DEEP = 2.6;
const HIGH = 4.6;
const BURST = 2.7;

/** An empty room and a trembling box: it bursts, furniture hangs in the air, and everything lands where it belongs. */
export const roomReveal: SceneMaker = ({ random, accents }) => {
  const hue = accents[0] ? hueOf(accents[0]) : random.range(0, 360);
  const wallColour = oklch(random.range(0.42, 0.6), 0.1, hue);
  const sideColour = oklch(0.88, 0.03, hue + 40);
  const wood = random.pick([colour(0.5, 0.27, 0.11), colour(0.36, 0.18, 0.08), colour(0.6, 0.4, 0.22)]);
  const sofaColour = accents[1] ?? oklch(0.66, 0.17, hue + random.pick([150, 190, 120]));
  const spice = oklch(0.76, 0.16, hue + random.pick([60, 90, 240]));
  const fabric = (base: Colour): Material => ({ colour: base, shine: 0.06, polish: 8, soft: 0.25, pattern: woven });
  const timber: Material = { colour: wood, shine: 0.35, polish: 24, pattern: grain };
  const paper: Material = { colour: colour(0.9, 0.85, 0.74), shine: 0.05, polish: 8, soft: 0.5, glow: 0 };
  const leaf: Material = { colour: oklch(0.55, 0.13, random.range(130, 155)), shine: 0.35, polish: 20, soft: 0.4 };
  const clayPot: Material = {
    colour: random.pick([colour(0.72, 0.32, 0.18), colour(0.85, 0.82, 0.76), oklch(0.6, 0.12, hue + 200)]),
    shine: 0.2,
    polish: 14,
  };
  const brass: Material = { colour: colour(0.8, 0.5, 0.16), shine: 1, polish: 50 };
  const cream: Material = { colour: colour(0.86, 0.8, 0.7), shine: 0.08, polish: 8, soft: 0.2 };
  const ink: Material = { colour: colour(0.03, 0.03, 0.05), shine: 0.4, polish: 30 };
  const kraft: Material = { colour: colour(0.55, 0.34, 0.17), shine: 0.05, polish: 8, pattern: woven };
  const ribbon: Material = { colour: sofaColour, shine: 0.5, polish: 30 };
  const bulb: Material = { colour: colour(1, 0.75, 0.4), shine: 0, polish: 8, glow: 0 };

  const lumps: Lump[] = [];
  const pieces: {
    group: Group;
    home: [number, number, number];
    facing: number;
    spin: [number, number, number];
    drift: [number, number, number];
    lands: number;
    weight: number;
  }[] = [];
  const mirrorRoom = random.pick([-1, 1]);

  const start = random.range(0, Math.PI * 2);
  /** Places round the sofa, evenly spread, so that nothing hides behind anything else. */
  function floating(index: number): [number, number, number] {
    const angle = start + (index / 9) * Math.PI * 2;
    const wide = 1.5 + random.range(-0.12, 0.2);
    return [Math.cos(angle) * wide, 1.9 + Math.sin(angle) * 1.35, random.range(-0.7, 0.5)];
  }

  function piece(
    home: [number, number, number],
    facing: number,
    lands: number,
    weight: number,
    parts: Omit<Lump, 'group'>[],
  ): void {
    const group: Group = { position: home, turn: [0, facing, 0], scale: [1, 1, 1] };
    pieces.push({
      group,
      home,
      facing,
      lands,
      weight,
      // The sofa is the hero: it shows its front. The others may tumble.
      spin:
        weight === 1
          ? [0.3, random.range(-0.5, 0.5), random.range(0.2, 0.4) * random.pick([-1, 1])]
          : [random.range(-1, 1), random.range(-1.2, 1.2), random.range(-1, 1)],
      drift: weight === 1 ? [0.1, 1.55, 0.5] : floating(pieces.length),
    });
    lumps.push(...parts.map((part): Lump => ({ ...part, group })));
  }

  const m = mirrorRoom;
  const arms = random.chance(0.5) ? 0.12 : 0.05;
  piece([-0.35 * m, 0, 1.45], 0, 5.5, 1, [
    { kind: 'box', at: [0, 0.42, 0], size: [1.05, 0.16, 0.46], round: 0.1, material: fabric(sofaColour) },
    {
      kind: 'box',
      at: [0, 0.82, 0.36],
      size: [1.05, 0.42, 0.14],
      round: 0.12,
      turn: [0.12, 0, 0],
      material: fabric(sofaColour),
      blend: 0.05,
    },
    {
      kind: 'box',
      at: [-1.05, 0.6, 0.02],
      size: [0.15, 0.3, 0.46],
      round: arms,
      material: fabric(sofaColour),
      blend: 0.04,
    },
    {
      kind: 'box',
      at: [1.05, 0.6, 0.02],
      size: [0.15, 0.3, 0.46],
      round: arms,
      material: fabric(sofaColour),
      blend: 0.04,
    },
    {
      kind: 'box',
      at: [-0.46, 0.62, -0.06],
      size: [0.43, 0.1, 0.38],
      round: 0.09,
      material: fabric(blend(sofaColour, colour(1, 1, 1), 0.1)),
    },
    {
      kind: 'box',
      at: [0.46, 0.62, -0.06],
      size: [0.43, 0.1, 0.38],
      round: 0.09,
      material: fabric(blend(sofaColour, colour(1, 1, 1), 0.1)),
    },
    ...[-0.9, 0.9].flatMap((x) =>
      [-0.32, 0.32].map(
        (z): Omit<Lump, 'group'> => ({ kind: 'rod', at: [x, 0.13, z], size: [0.03, 0.13, 0.045], material: timber }),
      ),
    ),
  ]);
  piece([-0.95 * m, 0.86, 1.28], 0.3, 5.95, 0.3, [
    {
      kind: 'box',
      at: [0, 0, 0],
      size: [0.25, 0.24, 0.11],
      round: 0.1,
      turn: [0.35, 0, 0.12],
      material: fabric(spice),
    },
  ]);
  piece([0.22 * m, 0.86, 1.3], -0.2, 6.0, 0.3, [
    { kind: 'box', at: [0, 0, 0], size: [0.23, 0.22, 0.11], round: 0.1, turn: [0.35, 0, -0.1], material: cream },
  ]);
  piece([0.3 * m, 0, 0.1], 0, 5.65, 0.7, [
    { kind: 'can', at: [0, 0.4, 0], size: [0.56, 0.045, 0], round: 0.03, material: timber },
    ...[0.5, 2.6, 4.7].map((angle): Omit<Lump, 'group'> => {
      const leg = reaching(
        [Math.cos(angle) * 0.42, 0.02, Math.sin(angle) * 0.42],
        [Math.cos(angle) * 0.3, 0.38, Math.sin(angle) * 0.3],
      );
      return { kind: 'rod', at: leg.at, turn: leg.turn, size: [0.026, leg.half, 0.04], material: timber };
    }),
  ]);
  piece([0.32 * m, 0.5, 0.1], 0.4, 6.1, 0.3, [
    { kind: 'box', at: [0, 0, 0], size: [0.2, 0.035, 0.14], round: 0.01, material: fabric(spice) },
    {
      kind: 'box',
      at: [0.02, 0.07, 0.01],
      size: [0.17, 0.03, 0.12],
      round: 0.01,
      turn: [0, 0.4, 0],
      material: fabric(wallColour),
    },
    { kind: 'can', at: [-0.02, 0.17, 0], size: [0.075, 0.075, 0], round: 0.02, material: clayPot },
  ]);
  piece([1.72 * m, 0, 1.75], 0, 5.75, 0.6, [
    { kind: 'can', at: [0, 0.03, 0], size: [0.26, 0.03, 0], round: 0.02, material: brass },
    { kind: 'rod', at: [0, 0.9, 0], size: [0.022, 0.88, 0.022], material: brass },
    { kind: 'ball', at: [0, 1.82, 0], size: [0.1, 0.12, 0.1], material: bulb },
    { kind: 'rod', at: [0, 1.86, 0], size: [0.36, 0.12, 0.26], material: paper },
  ]);
  const fronds = random.whole(6, 9);
  piece([-1.85 * m, 0, 1.15], 0, 5.85, 0.6, [
    { kind: 'rod', at: [0, 0.28, 0], size: [0.19, 0.12, 0.25], material: clayPot },
    ...Array.from({ length: fronds }, (_, n): Omit<Lump, 'group'> => {
      const angle = (n / fronds) * Math.PI * 2 + random.range(-0.3, 0.3);
      const lean = random.range(0.18, 0.62);
      const tall = random.range(0.55, 1.0);
      const from: [number, number, number] = [Math.cos(angle) * 0.05, 0.45, Math.sin(angle) * 0.05];
      const stem = reaching(from, [Math.cos(angle) * lean, 0.5 + tall, Math.sin(angle) * lean]);
      return {
        kind: 'ball',
        at: stem.at,
        turn: [stem.turn[0], stem.turn[1], 0],
        size: [0.1, stem.half * 1.05, 0.035],
        material: leaf,
      };
    }),
  ]);
  const art = random.whole(0, 2);
  piece([-0.5 * m, 2.55, 2.5], 0, 5.6, 0.5, [
    { kind: 'box', at: [0, 0, 0], size: [0.5, 0.62, 0.03], round: 0.01, material: ink },
    {
      kind: 'box',
      at: [0, 0, -0.02],
      size: [0.44, 0.56, 0.025],
      round: 0.005,
      material: { ...cream, pattern: painting },
    },
  ]);
  piece([0.72 * m, 2.75, 2.5], 0, 5.7, 0.4, [
    { kind: 'box', at: [0, 0, 0], size: [0.32, 0.32, 0.03], round: 0.01, material: timber },
    {
      kind: 'box',
      at: [0, 0, -0.02],
      size: [0.27, 0.27, 0.025],
      round: 0.005,
      material: { ...cream, pattern: painting },
    },
  ]);
  piece([-1.25 * m, 0, 0.05], 0, 5.8, 0.5, [
    { kind: 'can', at: [0, 0.24, 0], size: [0.36, 0.24, 0], round: 0.12, material: fabric(spice) },
  ]);
  const box: Group = { position: [0, 0, 0.1], turn: [0, 0, 0], scale: [1, 1, 1] };
  lumps.push(
    { kind: 'box', at: [0, 0.42, 0], size: [0.45, 0.42, 0.45], round: 0.02, material: kraft, group: box },
    { kind: 'box', at: [0, 0.42, 0], size: [0.07, 0.428, 0.458], round: 0.01, material: ribbon, group: box },
    { kind: 'box', at: [0, 0.42, 0], size: [0.458, 0.428, 0.07], round: 0.01, material: ribbon, group: box },
    {
      kind: 'ring',
      at: [-0.12, 0.9, 0],
      size: [0.1, 0.035, 0],
      turn: [Math.PI / 2, 0, 0.4],
      material: ribbon,
      group: box,
    },
    {
      kind: 'ring',
      at: [0.12, 0.9, 0],
      size: [0.1, 0.035, 0],
      turn: [Math.PI / 2, 0, -0.4],
      material: ribbon,
      group: box,
    },
  );
  const clay = createClay(lumps);
  const scraps = Array.from({ length: 150 }, () => ({
    x: random.range(-2.2, 2.2),
    z: random.range(-2.4, 2.2),
    up: random.range(1.2, 4.4),
    spin: random.range(2, 9),
    turn: random.range(0, 6),
    size: random.range(7, 15),
    tint: toCss(
      random.pick([sofaColour, spice, colour(0.95, 0.92, 0.86), oklch(0.7, 0.17, hue), oklch(0.85, 0.15, 95)]),
    ),
    sway: random.range(0, 6),
  }));

  function pose(time: number): void {
    const tremble = smooth(0.4, BURST, time) ** 2;
    const burst = time - BURST;
    const gone = burst > 0.06 ? 0.001 : 1;
    const pump = 1 + 0.1 * tremble * Math.sin(time * 22) + 0.25 * smooth(BURST - 0.18, BURST, time);
    const drop = easeOut(within(time, 0.05, 0.5), 2);
    const landed = time - 0.5;
    const squash = landed > 0 ? 0.2 * wobble(landed, 2.6, 5) : 0;
    box.position = [0.03 * tremble * Math.sin(time * 47), mix(5, 0, drop * drop) + (burst > 0.06 ? -20 : 0), 0.1];
    box.turn = [0, 0.5 + 0.12 * tremble * Math.sin(time * 31), 0.08 * tremble * Math.sin(time * 39)];
    box.scale = [pump * gone + squash * 0.5, (2 - pump) * gone - squash + 0.001, pump * gone + squash * 0.5];
    for (const { group, home, facing, spin, drift, lands, weight } of pieces) {
      if (burst < 0) {
        group.position = [0, -20, 0];
        continue;
      }
      const fly = easeOut(burst / 1.1, 3);
      const hover = 0.09 * Math.sin(time * 1.6 + drift[0] * 3);
      const settle = easeInOut(within(time, lands - 0.75, 0.75));
      const float: [number, number, number] = [
        mix(0, drift[0], fly),
        mix(0.4, drift[1], fly) + hover,
        mix(0.1, drift[2], fly),
      ];
      const since = time - lands;
      const hop = since > 0 ? 0.12 * weight * wobble(since, 2.8, 6) : 0;
      const size = Math.min(1, 0.15 + 0.85 * backOut(within(time, BURST, 0.55), 1.2));
      group.position = [
        mix(float[0], home[0], settle),
        mix(float[1], home[1], settle ** 2),
        mix(float[2], home[2], settle),
      ];
      const slow = 0.55 + 0.5 * burst * 0.35;
      group.turn = [
        spin[0] * slow * (1 - settle),
        facing + spin[1] * slow * (1 - settle),
        spin[2] * slow * (1 - settle),
      ];
      group.scale = [size * (1 + hop * 0.5), size * (1 - hop), size * (1 + hop * 0.5)];
    }
    const lamp = smooth(6.5, 6.75, time);
    paper.glow = 0.9 * lamp;
    bulb.glow = 4 * lamp;
    clay.arrange();
  }

  const lamps = {
    key: unit([-0.55 * m, 0.8, -0.75]),
    keyColour: colour(1.75, 1.6, 1.35),
    sky: colour(0.62, 0.6, 0.58),
    ground: scale(wood, 0.9),
    rim: unit([0.4 * m, 0.6, 0.5]),
    rimColour: colour(0.7, 0.6, 0.45),
    hardness: 7,
  };
  let rugShown = 0;
  const tile: Colour = { r: 0.5, g: 0.5, b: 0.5 };

  return {
    grade: { ...plainGrade, exposure: 0.9, bloom: 0.3, bloomFrom: 1.1, vignette: 0.3, saturation: 1.12 },
    detail: 0.5,
    posterAt: 4.4,
    hook: random.pick(['Empty room. One box.', 'What’s inside?', 'Three… two… one…']),
    line: random.pick(['Make room for wow', 'Unbox the whole room', 'Home, in one breath']),
    paint(film, time) {
      pose(time);
      rugShown = smooth(5.0, 5.3, time);
      const burst = time - BURST;
      const shake = burst > 0 ? Math.exp(-burst * 4) * 0.09 : 0;
      const camera = lookAt(
        [
          0.5 * Math.sin(time * 0.45) * m + shake * Math.sin(time * 60),
          1.95 + shake * Math.cos(time * 53),
          -7.1 + 0.7 * smooth(0, BURST, time) - 0.6 * smooth(BURST, BURST + 0.4, time) + 0.55 * smooth(5, 8, time),
        ],
        [0, 1.75, 0.6],
        2.05,
        0.02 * Math.sin(time * 0.7),
      );
      const { x: ox, y: oy, z: oz } = camera;
      const lampX = 1.72 * m;
      const lampOn = smooth(6.5, 6.75, time);
      expose(film, camera, (dx, dy, dz, light) => {
        // The room is open towards the camera: back wall, two sides, floor and ceiling.
        const back = dz > 0 ? (DEEP - oz) / dz : 1e9;
        const sides = dx > 0 ? (HALF - ox) / dx : dx < 0 ? (-HALF - ox) / dx : 1e9;
        const level = dy > 0 ? (HIGH - oy) / dy : dy < 0 ? -oy / dy : 1e9;
        const t = Math.min(back, sides, level);
        const hit = clay.meet(ox, oy, oz, dx, dy, dz, t + 0.05);
        if (hit) {
          const d = hit.distance;
          shade(clay, hit, ox + dx * d, oy + dy * d, oz + dz * d, dx, dy, dz, lamps, light);
          if (lampOn > 0) {
            const away = Math.hypot(ox + dx * d - lampX, oy + dy * d - 1.8, oz + dz * d - 1.75);
            const warm = lampOn * 0.5 * Math.exp(-away * 0.9);
            light.r *= 1 + warm * 1.6;
            light.g *= 1 + warm;
            light.b *= 1 + warm * 0.4;
          }
          return 10 + hit.owner;
        }
        const x = ox + dx * t;
        const y = oy + dy * t;
        const z = oz + dz * t;
        let nx = 0;
        let ny = 0;
        let nz = 0;
        let surface = 1;
        if (t === level && dy < 0) {
          surface = 2;
          ny = 1;
          boards(x, z, tile);
        } else if (t === level) {
          surface = 3;
          ny = -1;
          tile.r = tile.g = tile.b = 0.85;
        } else if (t === back) {
          surface = y < 0.16 ? 6 : 4;
          nz = -1;
          panel(x, y, tile);
        } else {
          surface = y < 0.16 ? 7 : 5;
          nx = dx > 0 ? -1 : 1;
          tile.r = sideColour.r;
          tile.g = sideColour.g;
          tile.b = sideColour.b;
          if (y < 0.16) tile.r = tile.g = tile.b = 0.8;
        }
        const facing = Math.max(0, nx * lamps.key[0] + ny * lamps.key[1] + nz * lamps.key[2]);
        const reached =
          facing > 0 ? facing * clay.shadow(x + nx * 0.01, y + ny * 0.01, z + nz * 0.01, ...lamps.key, 7) : 0;
        // Light from a window over the viewer's shoulder: a slanted pane on the back wall and floor.
        const px = x - (z * lamps.key[0]) / lamps.key[2];
        const py = y - (z * lamps.key[1]) / lamps.key[2];
        const paneX = Math.abs(px * m + 0.3) % 1.25;
        const pane =
          smooth(1.5, 1.35, Math.abs(px * m + 0.3)) *
          smooth(0.04, 0.08, Math.abs(paneX - 0.62)) *
          smooth(0.9, 1.1, py + 1.4) *
          smooth(5.6, 5.3, py + 1.4);
        const corner =
          (1 - 0.4 * Math.exp(-(HALF - Math.abs(x)) * 2.4) * (1 - Math.abs(nx))) *
          (1 - 0.45 * Math.exp(-y * 2.2) * (1 - Math.abs(ny))) *
          (1 - 0.4 * Math.exp(-(DEEP - z) * 2) * (1 - Math.abs(nz))) *
          (1 - 0.3 * Math.exp(-(HIGH - y) * 1.8));
        const open = clay.openness(x, y, z, nx, ny, nz) * corner;
        const key = reached * (0.28 + 1.0 * pane);
        const away = Math.hypot(x - lampX, y - 1.85, z - 1.75);
        const glow = lampOn * (0.9 * Math.exp(-away * 1.2) + 0.25 * Math.exp(-away * 0.5));
        light.r = tile.r * (lamps.keyColour.r * key + lamps.sky.r * open + glow * 1.9);
        light.g = tile.g * (lamps.keyColour.g * key + lamps.sky.g * open + glow * 1.15);
        light.b = tile.b * (lamps.keyColour.b * key + lamps.sky.b * open + glow * 0.5);
        return surface;
      });
      if (burst > 0 && burst < 0.35) {
        const flash = (1 - burst / 0.35) ** 2 * 1.6;
        for (let i = 0; i < film.rgb.length; i += 3) {
          film.rgb[i] = (film.rgb[i] as number) + flash;
          film.rgb[i + 1] = (film.rgb[i + 1] as number) + flash * 0.92;
          film.rgb[i + 2] = (film.rgb[i + 2] as number) + flash * 0.75;
        }
      }
    },
    overlay(pen, time) {
      const burst = time - BURST;
      if (burst < 0) return;
      const camera = lookAt([0.5 * Math.sin(time * 0.45) * m, 1.95, -7.0], [0, 1.75, 0.6], 2.05);
      for (const { x, z, up, spin, turn, size, tint, sway } of scraps) {
        const fly = easeOut(burst / 1.0, 3);
        const height = mix(0.5, up + 0.6, fly) - 0.3 * burst - 0.16 * burst * burst;
        if (height < 0.02) continue;
        const place = project(camera, x * fly + 0.12 * Math.sin(time * 2 + sway), height, z * fly);
        if (place.depth < 1) continue;
        const near = 6.5 / place.depth;
        drawScrap(
          pen,
          540 + place.x * 1920,
          960 + place.y * 1920,
          size * near,
          turn + burst * spin * 0.4,
          burst * spin + sway,
          tint,
          clamp(burst * 8),
        );
      }
    },
    score(sound) {
      const root = random.whole(-14, -7);
      for (let n = 0; n < 12; n++)
        sound.breath({
          at: 0.7 + n * 0.16,
          length: 0.09,
          from: 500 + n * 60,
          gain: 0.05 + n * 0.014,
          focus: 4,
          pan: n % 2 ? 0.3 : -0.3,
        });
      sound.thump(0.5, 0.7, 60);
      sound.tone({
        at: 1.2,
        length: 1.5,
        from: note(root),
        to: note(root + 12),
        gain: 0.14,
        shape: 'saw',
        attack: 1.3,
      });
      sound.thump(BURST, 1.1, 44);
      sound.breath({ at: BURST - 0.02, length: 1.4, from: 3000, to: 260, gain: 0.5, focus: 0.7, attack: 0.03 });
      sound.pad(BURST, 5.3, [note(root), note(root + 4), note(root + 7), note(root + 14)], 0.11);
      for (let n = 0; n < 10; n++)
        sound.chime(
          BURST + 0.2 + n * 0.24,
          note(root + 24 + ([0, 4, 7, 11, 14, 12, 7][n % 7] ?? 0)),
          0.07,
          random.range(-0.8, 0.8),
        );
      for (const { lands, weight } of pieces) sound.thump(lands, 0.2 + 0.5 * weight, 60 + 30 * (1 - weight));
      sound.tone({ at: 6.5, length: 0.05, from: 1800, gain: 0.12, attack: 0.002 });
      sound.chime(6.6, note(root + 31), 0.16);
    },
  };

  function boards(x: number, z: number, out: Colour): void {
    const lane = Math.floor(x / 0.34 + 40);
    const end = Math.floor(z / 1.9 + hash2(lane, 3) * 5);
    const tone = 0.75 + 0.4 * hash2(lane, end) + 0.3 * (fractal2(x * 9, z * 0.9 + lane * 7, 3) - 0.45);
    const seam = smooth(0.0, 0.02, Math.abs(x / 0.34 + 40 - lane - 0.5) - 0.482) * 0.5;
    const rug = Math.hypot(x * 0.8, (z - 0.35) * 1.25) < 1.42 ? 1 : 0;
    const band = Math.hypot(x * 0.8, (z - 0.35) * 1.25);
    const woolTone = 0.85 + 0.3 * noise2(x * 40, z * 40);
    const stripe = smooth(0.04, 0.03, Math.abs(band - 1.25)) + smooth(0.025, 0.015, Math.abs(band - 1.12));
    const shown = rug * rugShown;
    out.r = mix(wood.r * tone * (1 - seam), mix(0.82, sofaColour.r, stripe) * woolTone, shown);
    out.g = mix(wood.g * tone * (1 - seam), mix(0.77, sofaColour.g, stripe) * woolTone, shown);
    out.b = mix(wood.b * tone * (1 - seam), mix(0.67, sofaColour.b, stripe) * woolTone, shown);
  }

  function panel(x: number, y: number, out: Colour): void {
    const plaster = 0.93 + 0.14 * fractal2(x * 3, y * 3, 3);
    const skirting = y < 0.16;
    out.r = skirting ? 0.8 : wallColour.r * plaster;
    out.g = skirting ? 0.8 : wallColour.g * plaster;
    out.b = skirting ? 0.78 : wallColour.b * plaster;
  }

  function painting(x: number, y: number, _z: number, base: Colour, out: Colour): void {
    const sun = Math.hypot(x, y - 0.1) < 0.16 ? 1 : 0;
    const hill = y < -0.12 + 0.07 * Math.sin(x * 9 + art * 2) ? 1 : 0;
    const tint = hill ? wallColour : sun ? spice : base;
    out.r = tint.r;
    out.g = tint.g;
    out.b = tint.b;
  }

  function woven(x: number, y: number, z: number, base: Colour, out: Colour): void {
    const thread = 0.86 + 0.28 * noise3(x * 42, y * 42, z * 42);
    out.r = base.r * thread;
    out.g = base.g * thread;
    out.b = base.b * thread;
  }

  function grain(x: number, y: number, z: number, base: Colour, out: Colour): void {
    const ring = 0.8 + 0.35 * noise3(x * 4, y * 22, z * 22);
    out.r = base.r * ring;
    out.g = base.g * ring;
    out.b = base.b * ring;
  }
};
