import { lookAt, unit } from '../stage/camera.ts';
import { createClay, type Group, type Lump, type Material } from '../stage/clay.ts';
import { blend, type Colour, colour, hueOf, oklch, scale, toCss } from '../stage/colour.ts';
import { plainGrade } from '../stage/develop.ts';
import { clamp, easeOut, mix, smooth, within } from '../stage/easing.ts';
import { reaching } from '../stage/matrix.ts';
import { noise3 } from '../stage/noise.ts';
import type { SceneMaker } from '../stage/scene.ts';
import { note } from '../stage/sound.ts';
import { paintStudio } from '../stage/studio.ts';

/** Mouth shapes: how wide and how open, and the two resonances that make the vowel. */
const VOWELS = [
  { wide: 0.22, open: 0.24, low: 750, high: 1200 },
  { wide: 0.26, open: 0.12, low: 400, high: 2100 },
  { wide: 0.13, open: 0.17, low: 380, high: 900 },
  { wide: 0.24, open: 0.18, low: 560, high: 1800 },
] as const;

/** A clay speaker with headphones leans into the microphone; every syllable sends a ring of colour out. */
export const animatedSpeech: SceneMaker = ({ random, accents }) => {
  const hue = accents[0] ? hueOf(accents[0]) : random.range(0, 360);
  const shirtHue = hue + random.pick([140, 180, 220]);
  const wall = oklch(0.42, 0.2, hue);
  const ringColours = [oklch(0.64, 0.24, hue + 50), oklch(0.75, 0.17, hue + 110), oklch(0.62, 0.22, hue + 20)];
  const skin = random.pick([
    colour(0.86, 0.5, 0.34),
    colour(0.62, 0.3, 0.17),
    colour(0.36, 0.16, 0.085),
    colour(0.9, 0.58, 0.43),
    colour(0.2, 0.09, 0.05),
  ]);
  const hairColour = random.pick([
    colour(0.02, 0.012, 0.02),
    colour(0.12, 0.05, 0.02),
    colour(0.5, 0.22, 0.06),
    colour(0.3, 0.06, 0.02),
    scale(oklch(0.5, 0.2, hue + 60), 0.8),
  ]);

  const face: Material = { colour: skin, shine: 0.3, polish: 18, soft: 0.4 };
  const lips: Material = { colour: blend(skin, colour(0.6, 0.06, 0.08), 0.55), shine: 0.55, polish: 30, soft: 0.3 };
  const throat: Material = { colour: colour(0.12, 0.01, 0.015), shine: 0.3, polish: 30 };
  const tongueStuff: Material = { colour: colour(0.75, 0.16, 0.18), shine: 0.5, polish: 30, soft: 0.4 };
  const teeth: Material = { colour: colour(0.9, 0.88, 0.84), shine: 0.7, polish: 60 };
  const hair: Material = { colour: hairColour, shine: 0.5, polish: 26 };
  const white: Material = { colour: colour(0.92, 0.92, 0.92), shine: 0.7, polish: 90 };
  const iris: Material = { colour: oklch(0.55, 0.13, random.pick([200, 140, 60, 250])), shine: 0.9, polish: 120 };
  const black: Material = { colour: colour(0.01, 0.01, 0.012), shine: 1, polish: 150 };
  const shirt: Material = { colour: oklch(0.68, 0.14, shirtHue), shine: 0.1, polish: 8, soft: 0.25, pattern: woven };
  const plastic: Material = {
    colour: random.pick([colour(0.88, 0.88, 0.9), colour(0.05, 0.05, 0.07), oklch(0.7, 0.17, hue + 110)]),
    shine: 0.6,
    polish: 50,
  };
  const cushion: Material = { colour: colour(0.06, 0.05, 0.08), shine: 0.2, polish: 12 };
  const mesh: Material = { colour: colour(0.34, 0.33, 0.38), shine: 1, polish: 40, pattern: grille };
  const metal: Material = { colour: colour(0.06, 0.05, 0.08), shine: 0.8, polish: 40 };
  const gold: Material = { colour: colour(0.85, 0.52, 0.14), shine: 1, polish: 60 };

  const body: Group = { position: [0, 0, 0], turn: [0, 0, 0], scale: [1, 1, 1] };
  const head: Group = { position: [0, 1.1, 0], turn: [0, 0, 0], scale: [1, 1, 1], parent: body };
  const mic: Group = { position: [0.42, 0.1, -1.0], turn: [0, 0, 0], scale: [1, 1, 1] };
  const mouth: Lump = {
    kind: 'ball',
    at: [0, 0.2, -0.62],
    size: [0.2, 0.1, 0.3],
    material: throat,
    carve: true,
    blend: 0.04,
    group: head,
  };
  const lipRing: Lump = {
    kind: 'ball',
    at: [0, 0.2, -0.5],
    size: [0.28, 0.16, 0.2],
    material: lips,
    blend: 0.06,
    group: head,
  };
  const tongue: Lump = {
    kind: 'ball',
    at: [0, 0.1, -0.46],
    size: [0.14, 0.06, 0.14],
    material: tongueStuff,
    group: head,
  };
  const brows: Group[] = [-1, 1].map((side) => ({
    position: [side * 0.24, 0.86, -0.56],
    turn: [0, 0, 0],
    scale: [1, 1, 1],
    parent: head,
  }));
  const eyes: Group[] = [-1, 1].map((side) => ({
    position: [side * 0.24, 0.63, -0.52],
    turn: [0, 0, 0],
    scale: [1, 1, 1],
    parent: head,
  }));
  const long = random.chance(0.5);
  const lumps: Lump[] = [
    { kind: 'ball', at: [0, 0.5, 0], size: [0.6, 0.76, 0.62], material: face, group: head },
    { kind: 'ball', at: [0, 0.08, -0.1], size: [0.42, 0.32, 0.46], material: face, blend: 0.2, group: head },
    lipRing,
    mouth,
    { kind: 'box', at: [0, 0.2, -0.5], size: [0.12, 0.03, 0.05], round: 0.03, material: teeth, group: head },
    tongue,
    { kind: 'ball', at: [0, 0.47, -0.66], size: [0.11, 0.13, 0.13], material: face, blend: 0.1, group: head },
    { kind: 'can', at: [0, -0.2, 0.06], size: [0.24, 0.34, 0], round: 0.1, material: face, blend: 0.1, group: head },
    { kind: 'ball', at: [0, -0.08, 0.1], size: [1.12, 0.72, 0.62], material: shirt, group: body },
    { kind: 'can', at: [0, 0.6, 0.06], size: [0.34, 0.13, 0], round: 0.1, material: shirt, blend: 0.18, group: body },
  ];
  const curls = random.whole(4, 7);
  for (let n = 0; n < curls; n++) {
    const share = n / (curls - 1) - 0.5;
    lumps.push({
      kind: 'ball',
      at: [share * 0.92, 1.12 - share * share * 0.7 + random.range(-0.04, 0.06), -0.1 + random.range(-0.1, 0.06)],
      size: [0.3, 0.24, 0.38],
      material: hair,
      blend: n ? 0.12 : 0,
      group: head,
    });
  }
  lumps.push({ kind: 'ball', at: [0, 0.78, 0.2], size: [0.66, 0.66, 0.56], material: hair, blend: 0.06, group: head });
  if (long)
    for (const side of [-1, 1])
      lumps.push({
        kind: 'rod',
        at: [side * 0.56, 0.1, 0.25],
        size: [0.14, 0.6, 0.22],
        material: hair,
        blend: 0.1,
        group: head,
      });
  eyes.forEach((eye) => {
    lumps.push({ kind: 'ball', at: [0, 0, 0], size: [0.15, 0.16, 0.12], material: white, group: eye });
    lumps.push({ kind: 'ball', at: [0, 0, -0.085], size: [0.075, 0.08, 0.045], material: iris, group: eye });
    lumps.push({ kind: 'ball', at: [0, 0, -0.112], size: [0.04, 0.045, 0.025], material: black, group: eye });
  });
  brows.forEach((brow) => {
    lumps.push({ kind: 'box', at: [0, 0, 0], size: [0.16, 0.035, 0.06], round: 0.034, material: hair, group: brow });
  });
  lumps.push({ kind: 'arch', at: [0, 0.62, 0.02], size: [0.74, 0.055, 0], material: plastic, group: head });
  for (const side of [-1, 1]) {
    lumps.push({
      kind: 'can',
      at: [side * 0.7, 0.5, 0.02],
      size: [0.26, 0.12, 0],
      round: 0.06,
      turn: [0, 0, Math.PI / 2],
      material: plastic,
      group: head,
    });
    lumps.push({
      kind: 'can',
      at: [side * 0.6, 0.5, 0.02],
      size: [0.22, 0.06, 0],
      round: 0.05,
      turn: [0, 0, Math.PI / 2],
      material: cushion,
      group: head,
    });
  }
  const handle = reaching([0.06, -1.0, 0.1], [0, 0.3, 0]);
  lumps.push({ kind: 'ball', at: [0, 0.58, 0], size: [0.25, 0.28, 0.25], material: mesh, group: mic });
  lumps.push({ kind: 'ring', at: [0, 0.42, 0], size: [0.2, 0.05, 0], material: gold, group: mic });
  lumps.push({
    kind: 'rod',
    at: handle.at,
    turn: handle.turn,
    size: [0.1, handle.half, 0.16],
    material: metal,
    group: mic,
  });
  const clay = createClay(lumps);

  const syllables: { at: number; length: number; vowel: (typeof VOWELS)[number]; weight: number }[] = [];
  for (let at = 1.0; at < 7.1; ) {
    const length = random.range(0.13, 0.24);
    syllables.push({ at, length, vowel: random.pick(VOWELS), weight: random.range(0.6, 1) });
    // Speech comes in phrases: now and then a breath.
    at += length + (random.chance(0.2) ? random.range(0.22, 0.4) : random.range(0.01, 0.06));
  }
  const side = random.pick([-1, 1]);
  const lean = 2.75;

  function voice(time: number): { wide: number; open: number; level: number } {
    let open = 0.015;
    let wide = 0.2;
    let level = 0;
    for (const syllable of syllables) {
      const share = (time - syllable.at) / syllable.length;
      if (share < -0.3 || share > 1.3) continue;
      const strength = Math.max(0, Math.cos((share - 0.5) * Math.PI * 0.75)) ** 1.2 * syllable.weight;
      if (strength > level) {
        level = strength;
        open = mix(0.015, syllable.vowel.open, strength);
        wide = mix(0.2, syllable.vowel.wide, strength);
      }
    }
    return { wide, open, level };
  }

  const lamps = {
    key: unit([-0.5 * side, 0.65, -0.7]),
    keyColour: colour(2.1, 1.95, 1.8),
    sky: scale(blend(wall, colour(1, 1, 1), 0.35), 0.75),
    ground: scale(oklch(0.7, 0.15, shirtHue), 0.35),
    rim: unit([0.75 * side, 0.3, 0.6]),
    rimColour: scale(ringColours[0] ?? wall, 2.6),
    hardness: 10,
  };
  const pulses = syllables.filter((_, index) => index % 2 === 0);
  return {
    grade: { ...plainGrade, exposure: 0.85, bloom: 0.25, bloomFrom: 1.1, saturation: 1.12 },
    detail: 0.5,
    posterAt: 4.1,
    hook: random.pick(['Okay, listen…', 'Hear me out', 'Quick story']),
    line: random.pick(['Say it like you mean it', 'Turn the volume up', 'This one’s for you']),
    paint(film, time) {
      const { wide, open, level } = voice(time);
      const fervour = smooth(lean, lean + 0.5, time) * (1 - smooth(7.0, 7.5, time));
      const grin = smooth(7.1, 7.4, time);
      mouth.size = [wide * (0.92 + 0.2 * fervour) + grin * 0.06, Math.max(0.018, open * (1 + 0.45 * fervour)), 0.34];
      mouth.at = [0, 0.15 - open * 0.45, -0.62];
      lipRing.size = [mouth.size[0] + 0.06, mouth.size[1] + 0.055, 0.2];
      lipRing.at = [0, mouth.at[1], -0.48];
      tongue.at = [0, mouth.at[1] - mouth.size[1] * 0.75, -0.42];
      head.turn = [
        0.1 * level * (0.5 + fervour) - 0.05,
        0.22 * Math.sin(time * 1.3) * (1 - 0.5 * fervour),
        0.1 * Math.sin(time * 1.9 + 1) + 0.05 * level * side,
      ];
      head.position = [0.04 * Math.sin(time * 1.9), 1.1 + 0.03 * level, -0.12 * fervour];
      body.turn = [0, 0.12 * Math.sin(time * 1.1), 0.03 * Math.sin(time * 2.2)];
      body.position = [0, -1.4 * (1 - easeOut(within(time, 0, 0.7))), 0];
      const raise = 0.05 * fervour + 0.06 * level;
      brows.forEach((brow, index) => {
        brow.position = [(index ? 1 : -1) * 0.24, 0.84 + raise + grin * 0.04, -0.55];
        brow.turn = [0, 0, (index ? 1 : -1) * (0.1 + 0.28 * fervour * (0.4 + level) - 0.3 * grin)];
      });
      const blink = Math.max(...[0.8, 2.6, 4.9, 6.6].map((at) => 1 - Math.min(1, Math.abs(time - at) / 0.09)), 0);
      for (const eye of eyes) {
        eye.scale = [1, clamp(1 - 0.9 * blink - 0.35 * grin + 0.1 * fervour, 0.1, 1.2), 1];
        eye.turn = [0.05, 0.25 * Math.sin(time * 0.9) * side, 0];
      }
      mic.position = [
        mix(1.6, 0.44, easeOut(within(time, 0.3, 0.7))) * side,
        0.2 + 0.03 * level - 0.5 * (1 - easeOut(within(time, 0.3, 0.7))),
        -1.08,
      ];
      mic.turn = [0.3, 0, side * (0.42 + 0.06 * Math.sin(time * 2.4))];
      clay.arrange();
      const camera = lookAt(
        [
          0.5 * Math.sin(time * 0.5) * side,
          1.35,
          -6.1 + 1.1 * smooth(lean, lean + 0.6, time) - 0.7 * smooth(6.6, 7.4, time),
        ],
        [0, 1.28, 0],
        2.5,
      );
      const warm = smooth(lean, lean + 0.4, time) * 0.5;
      paintStudio(film, camera, {
        clay,
        lamps,
        backdrop(dx, dy, dz, light) {
          const px = dx / dz;
          const py = (dy + 0.0) / dz;
          const away = Math.hypot(px, py);
          let r = wall.r * (1.25 - away * 1.3);
          let g = wall.g * (1.25 - away * 1.3);
          let b = wall.b * (1.25 - away * 1.3);
          pulses.forEach((pulse, index) => {
            const since = time - pulse.at;
            if (since < 0 || since > 1.8) return;
            const radius = 0.16 + since * 0.3;
            const width = 0.016 * pulse.weight;
            const band = smooth(width + 0.004, width - 0.002, Math.abs(away - radius)) * (1 - since / 1.8);
            const shadeBehind = smooth(0.06, 0, Math.abs(away - radius - 0.012)) * 0.3 * (1 - since / 1.8);
            const tint = ringColours[index % ringColours.length] as Colour;
            const lit = 1.15 + (py / (away + 0.01)) * 0.4;
            r = mix(r * (1 - shadeBehind), tint.r * lit, band);
            g = mix(g * (1 - shadeBehind), tint.g * lit, band);
            b = mix(b * (1 - shadeBehind), tint.b * lit, band);
          });
          light.r = Math.max(0, r) * (1 + warm * 0.5);
          light.g = Math.max(0, g) * (1 + warm * 0.2);
          light.b = Math.max(0, b) * (1 + warm * 0.1);
        },
      });
    },
    overlay(pen, time) {
      // The sound as a row of bars on the lower edge, moved by the same voice as the mouth.
      const { level } = voice(time);
      const bars = 23;
      pen.globalAlpha = 0.85 * smooth(0.6, 1.1, time);
      for (let bar = 0; bar < bars; bar++) {
        const middle = 1 - Math.abs(bar / (bars - 1) - 0.5) * 1.6;
        const height = 14 + 120 * Math.max(0, middle) * level * (0.4 + 0.6 * noise3(bar * 1.7, time * 9, 0));
        pen.fillStyle = toCss(blend(ringColours[bar % 3] as Colour, colour(1, 1, 1), 0.25));
        pen.beginPath();
        pen.roundRect(210 + bar * 29, 1700 - height / 2, 15, height, 8);
        pen.fill();
      }
      pen.globalAlpha = 1;
    },
    score(sound) {
      const pitch = random.range(115, 210);
      const root = random.whole(-16, -8);
      sound.pad(0, 8, [note(root), note(root + 3), note(root + 10)], 0.07);
      for (const { at, length, vowel, weight } of syllables) {
        const lift = at > lean ? 1.25 : 1;
        sound.tone({
          at,
          length: length * 1.3,
          from: pitch * lift * 1.05,
          to: pitch * lift * 0.9,
          gain: 0.2 * weight,
          shape: 'triangle',
          attack: 0.02,
          vibrato: [6, 0.02],
        });
        sound.tone({
          at,
          length: length * 1.2,
          from: vowel.low,
          gain: 0.1 * weight,
          attack: 0.03,
          vibrato: [pitch / 4, 0.2],
        });
        sound.tone({
          at,
          length: length,
          from: vowel.high,
          gain: 0.03 * weight,
          attack: 0.03,
          vibrato: [pitch / 4, 0.15],
        });
        sound.breath({ at: at - 0.03, length: 0.06, from: 4200, gain: 0.05 * weight });
      }
      for (let beat = 0; beat < 8; beat++) sound.thump(beat, beat * 1 > lean ? 0.4 : 0.2, 55);
      sound.chime(7.2, note(root + 24), 0.14);
    },
  };

  function woven(x: number, y: number, z: number, base: Colour, out: Colour): void {
    const thread = 0.86 + 0.28 * noise3(x * 34, y * 34, z * 34);
    out.r = base.r * thread;
    out.g = base.g * thread;
    out.b = base.b * thread;
  }

  function grille(x: number, y: number, z: number, base: Colour, out: Colour): void {
    const u = Math.atan2(z, x) * 7;
    const v = Math.asin(clamp(y / 0.28, -1, 1)) * 7;
    const wire = Math.max(Math.abs(Math.sin(u + v)), Math.abs(Math.sin(u - v))) > 0.8 ? 1.5 : 0.25;
    out.r = base.r * wire;
    out.g = base.g * wire;
    out.b = base.b * wire;
  }
};
