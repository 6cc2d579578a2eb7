import { master } from './mastering.ts';
import { createRandom, type Random } from './random.ts';

export const SAMPLE_RATE = 48_000;

/** One tone. Times are story seconds, frequencies are in hertz. */
export interface Tone {
  at: number;
  length: number;
  from: number;
  to?: number;
  gain: number;
  /** -1 left, 1 right. */
  pan?: number;
  shape?: 'sine' | 'saw' | 'triangle';
  attack?: number;
  /** Vibrato: hertz and depth as a share of the frequency. */
  vibrato?: [number, number];
}

/** A burst of noise through a filter that slides from one frequency to another. */
export interface Breath {
  at: number;
  length: number;
  from: number;
  to?: number;
  gain: number;
  pan?: number;
  /** 0.5 is airy, 8 whistles. */
  focus?: number;
  attack?: number;
}

export interface Sound {
  /** Length of the clip divided by the length of the story. */
  readonly pace: number;
  /** Adds a voice of the caller: `voice` is called for each sample with the seconds since `at`. `length` is in clip time. */
  play(at: number, length: number, pan: number, voice: (time: number) => number): void;
  tone(tone: Tone): void;
  breath(breath: Breath): void;
  /** A soft drum: a sine with falling pitch. */
  thump(at: number, gain: number, pitch?: number): void;
  /** A struck glass or bell: inharmonic partials. */
  chime(at: number, pitch: number, gain: number, pan?: number): void;
  /** A held chord of detuned saw waves through a low-pass filter. Frequencies are in hertz. */
  pad(at: number, length: number, chord: readonly number[], gain: number): void;
  /** The squelch of something soft: filtered noise and a falling tone. */
  squish(at: number, gain: number, size?: number): void;
  /** The mix as interleaved 16-bit stereo, at -16 LUFS. */
  finish(): Buffer;
}

/** Frequency of a note: 0 is A4, each step a semitone. */
export function note(step: number): number {
  return 440 * 2 ** (step / 12);
}

/** Creates the sound of a clip; story times are scaled to `seconds`. */
export function createSound(seconds: number, seed: string): Sound {
  const random: Random = createRandom(`${seed}/sound`);
  const pace = seconds / 8;
  const total = Math.round(seconds * SAMPLE_RATE);
  const left = new Float32Array(total);
  const right = new Float32Array(total);

  function add(at: number, length: number, pan: number, voice: (time: number, share: number) => number): void {
    const start = Math.round(at * pace * SAMPLE_RATE);
    const samples = Math.round(length * SAMPLE_RATE);
    const toLeft = Math.cos(((pan + 1) * Math.PI) / 4);
    const toRight = Math.sin(((pan + 1) * Math.PI) / 4);
    for (let n = 0; n < samples; n++) {
      const place = start + n;
      if (place < 0 || place >= total) continue;
      const value = voice(n / SAMPLE_RATE, n / samples);
      left[place] = (left[place] as number) + value * toLeft;
      right[place] = (right[place] as number) + value * toRight;
    }
  }

  const sound: Sound = {
    pace,
    play: add,
    tone({ at, length, from, to = from, gain, pan = 0, shape = 'sine', attack = 0.01, vibrato }) {
      let phase = random.next();
      add(at, length, pan, (time, share) => {
        const bend = vibrato ? 1 + vibrato[1] * Math.sin(time * vibrato[0] * Math.PI * 2) : 1;
        phase += (from * (to / from) ** share * bend) / SAMPLE_RATE;
        const cycle = phase - Math.floor(phase);
        const wave =
          shape === 'sine'
            ? Math.sin(cycle * Math.PI * 2)
            : shape === 'saw'
              ? cycle * 2 - 1
              : Math.abs(cycle * 4 - 2) - 1;
        return wave * gain * Math.min(1, time / attack) * (1 - share) ** 1.5;
      });
    },
    breath({ at, length, from, to = from, gain, pan = 0, focus = 1.2, attack = 0.3 }) {
      let low = 0;
      let band = 0;
      add(at, length, pan, (_time, share) => {
        const f = 2 * Math.sin((Math.PI * Math.min(9000, from * (to / from) ** share)) / SAMPLE_RATE);
        const input = random.next() * 2 - 1;
        low += f * band;
        band += f * (input - low - band / focus);
        const swell = share < attack ? share / attack : ((1 - share) / (1 - attack)) ** 1.4;
        return band * gain * swell;
      });
    },
    thump(at, gain, pitch = 52) {
      let phase = 0;
      add(at, 0.5, 0, (time) => {
        phase += (pitch * (1 + 2.4 * Math.exp(-time * 38))) / SAMPLE_RATE;
        return Math.sin(phase * Math.PI * 2) * gain * Math.exp(-time * 9);
      });
    },
    chime(at, pitch, gain, pan = 0) {
      const partials = [1, 2.76, 5.4, 8.93];
      add(at, 1.8, pan, (time) => {
        let sum = 0;
        partials.forEach((partial, n) => {
          if (pitch * partial < 16_000)
            sum += (Math.sin(time * pitch * partial * Math.PI * 2) * Math.exp(-time * (3 + n * 3.2))) / (n + 1);
        });
        return sum * gain * 0.6 * Math.min(1, time * 400);
      });
    },
    pad(at, length, chord, gain) {
      chord.forEach((pitch, n) => {
        for (const detune of [0.996, 1.003]) {
          let phase = random.next();
          let low = 0;
          let lower = 0;
          add(at, length, (n / Math.max(1, chord.length - 1) - 0.5) * (detune < 1 ? 1 : -1), (time, share) => {
            phase += (pitch * detune) / SAMPLE_RATE;
            const wave = (phase - Math.floor(phase)) * 2 - 1;
            const open = 0.035 + 0.03 * Math.sin(time * 0.9 + n);
            low += open * (wave - low);
            lower += open * (low - lower);
            return lower * gain * Math.min(1, share * 6, (1 - share) * 6);
          });
        }
      });
    },
    squish(at, gain, size = 1) {
      sound.breath({
        at,
        length: 0.34 * size,
        from: 420 / size,
        to: 1500 / size,
        gain: gain * 0.9,
        focus: 5,
        attack: 0.2,
      });
      sound.breath({
        at: at + 0.05,
        length: 0.22 * size,
        from: 2100,
        to: 700,
        gain: gain * 0.5,
        focus: 7,
        attack: 0.15,
      });
      sound.tone({ at, length: 0.26 * size, from: 210 / size, to: 70 / size, gain: gain * 0.5 });
      for (let bubble = 0; bubble < 4; bubble++) {
        const pitch = random.range(300, 900) / size;
        sound.tone({
          at: at + random.range(0.02, 0.3),
          length: 0.06,
          from: pitch,
          to: pitch * 1.8,
          gain: gain * 0.22,
          pan: random.range(-0.6, 0.6),
          attack: 0.004,
        });
      }
    },
    finish() {
      master(left, right, SAMPLE_RATE);
      const bytes = Buffer.alloc(total * 4);
      for (let n = 0; n < total; n++) {
        bytes.writeInt16LE(Math.round((left[n] as number) * 32_767), n * 4);
        bytes.writeInt16LE(Math.round((right[n] as number) * 32_767), n * 4 + 2);
      }
      return bytes;
    },
  };
  return sound;
}
