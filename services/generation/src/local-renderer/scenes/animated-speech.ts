import { lookAt, unit } from '../stage/camera.ts';
import { blend, type Colour, colour, oklch, scale, toCss } from '../stage/colour.ts';
import { plainGrade } from '../stage/develop.ts';
import { clamp, easeOut, mix, smooth, within } from '../stage/easing.ts';
import { noise3 } from '../stage/noise.ts';
import type { SceneMaker } from '../stage/scene.ts';
import { note } from '../stage/sound.ts';
import { paintStudio } from '../stage/studio.ts';
import { createSpeaker } from './speaker.ts';

/** Mouth shapes: how wide and how open, and the two resonances that make the vowel. */
const VOWELS = [
  { wide: 0.22, open: 0.24, low: 750, high: 1200 },
  { wide: 0.26, open: 0.12, low: 400, high: 2100 },
  { wide: 0.13, open: 0.17, low: 380, high: 900 },
  { wide: 0.24, open: 0.18, low: 560, high: 1800 },
] as const;

/** A clay speaker with headphones leans into the microphone; every syllable sends a ring of colour out. */
export const animatedSpeech: SceneMaker = ({ random, accents }) => {
  const { clay, body, head, mic, mouth, lipRing, tongue, brows, eyes, colours } = createSpeaker(random, accents);
  const { wall, ringColours, shirtHue } = colours;

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
    detail: 0.34,
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
};
