import type { Random } from './random.ts';

/** The three lowest resonances of a mouth, in hertz. */
export type Formants = readonly [number, number, number];

/** The control values of a voice, for each tick. */
export interface VoiceTracks {
  /** Amplitudes: vocal cords (`voiced`), noise at the teeth (`hiss`), breath (`air`). `hissAt` is the noise's frequency. */
  voiced: Float32Array;
  hiss: Float32Array;
  air: Float32Array;
  hissAt: Float32Array;
  pitch: Float32Array;
  formants: readonly Float32Array[];
  /** 1 where notes are held with vibrato. */
  sung: Float32Array;
  ticks: number;
}

// Destructured once: in Jest's sandbox a lookup of `Math` for every sample takes most of the time.
const { PI, abs, cos, exp, floor, max, min, sin } = Math;

const WIDTHS = [85, 105, 150, 260] as const;
const HIGHEST = 3500;

/** A vocal tract: vocal cords followed by four resonators. */
export function createTract(random: Random) {
  const drift = random.range(0, 6);
  const tremble = random.range(5.2, 5.9);

  function speak(tracks: VoiceTracks, rate: number, length: number): Float32Array {
    const out = new Float32Array(length);
    // For each resonator: input gain, two feedback gains, two previous samples.
    const gain = new Float64Array(4);
    const first = new Float64Array(4);
    const second = new Float64Array(4);
    const last = new Float64Array(4);
    const older = new Float64Array(4);
    const perTick = rate / tracks.ticks;
    let phase = 0;
    let warm = 0;
    let low = 0;
    let band = 0;
    let held = 0;
    for (let n = 0; n < length; n++) {
      const place = n / perTick;
      const tick = min(tracks.voiced.length - 1, place | 0);
      if (n % 24 === 0) {
        for (let k = 0; k < 4; k++) {
          const pitch = k < 3 ? ((tracks.formants[k] as Float32Array)[tick] as number) : HIGHEST;
          const decay = exp((-PI * (WIDTHS[k] as number)) / rate);
          first[k] = 2 * decay * cos((2 * PI * min(pitch, rate * 0.45)) / rate);
          second[k] = -decay * decay;
          gain[k] = 1 - (first[k] as number) - (second[k] as number);
        }
      }
      const voiced = tracks.voiced[tick] as number;
      const air = tracks.air[tick] as number;
      const hiss = tracks.hiss[tick] as number;
      const noise = random.next() * 2 - 1;
      // Vibrato grows while a note is held.
      held = voiced > 0.3 ? held + 1 / rate : 0;
      const sway = (tracks.sung[tick] as number) * min(1, held * 2.5) * 0.011;
      const time = n / rate;
      const bend = 1 + sway * sin(time * tremble * 2 * PI) + 0.004 * sin(time * 9.7 + drift);
      phase += ((tracks.pitch[tick] as number) * bend) / rate;
      phase -= floor(phase);
      // Rosenberg pulse: the cords open slowly and close quickly; its derivative is the sound.
      const pulse =
        phase < 0.44 ? 0.5 * sin((PI * phase) / 0.44) : phase < 0.62 ? -sin((PI * 0.5 * (phase - 0.44)) / 0.18) : 0;
      warm += 0.36 * (pulse * voiced - warm);
      let sound = warm + noise * air * (0.5 + (phase < 0.6 ? 0.5 : 0));
      for (let k = 0; k < 4; k++) {
        const next =
          (gain[k] as number) * sound +
          (first[k] as number) * (last[k] as number) +
          (second[k] as number) * (older[k] as number);
        older[k] = last[k] as number;
        last[k] = next;
        sound = next;
      }
      const f = 2 * sin((PI * min(rate / 7, tracks.hissAt[tick] as number)) / rate);
      low += f * band;
      band += f * (noise * hiss - low - band * 0.7);
      out[n] = sound * 0.5 + band;
    }
    return levelled(out);
  }
  return { speak };
}

/** Scales the loudest sample to 0.9. */
function levelled(samples: Float32Array): Float32Array {
  let peak = 1e-6;
  for (const sample of samples) peak = max(peak, abs(sample));
  return samples.map((sample) => (sample * 0.9) / peak);
}
