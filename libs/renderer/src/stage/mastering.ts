import { loudnessOf } from './loudness.ts';

/** Target loudness in LUFS, close to the level of the four platforms' players. */
const TARGET_LUFS = -16;
/** -2 dBFS, so that peaks between two samples and peaks added by AAC stay below 0. */
const CEILING = 0.794;
const PASSES = 8;
const NEAR_ENOUGH = 0.05;
/** The limiter works in blocks of 2 ms. */
const BLOCK = 96;
/** The most the gain may rise per block after a loud block and fall per block before one. */
const RELEASE = 0.012;
const ATTACK = 0.12;

/** Adds a short reverb to both channels, fades their ends, levels them to -16 LUFS and limits peaks to -2 dBFS. */
export function master(left: Float32Array, right: Float32Array, sampleRate: number): void {
  addReverb(left, right, sampleRate);
  fadeEnds(left, right, sampleRate);
  const drawn = [left.slice(), right.slice()] as const;
  let gain = 10 ** ((TARGET_LUFS - loudnessOf(left, right)) / 20);
  if (!Number.isFinite(gain)) return;
  // Limiting lowers the loudness, so the gain is found in a few iterations.
  for (let pass = 0; pass < PASSES; pass++) {
    for (let n = 0; n < left.length; n++) {
      left[n] = (drawn[0][n] as number) * gain;
      right[n] = (drawn[1][n] as number) * gain;
    }
    limit(left, right);
    const short = TARGET_LUFS - loudnessOf(left, right);
    if (Math.abs(short) < NEAR_ENOUGH) return;
    gain *= 10 ** (short / 20);
  }
}

function addReverb(left: Float32Array, right: Float32Array, sampleRate: number): void {
  const late = Math.round(0.19 * sampleRate);
  const early = Math.round(0.043 * sampleRate);
  for (let n = early; n < left.length; n++) {
    const back = n - late;
    left[n] =
      (left[n] as number) + (right[n - early] as number) * 0.12 + (back >= 0 ? (right[back] as number) * 0.16 : 0);
    right[n] =
      (right[n] as number) + (left[n - early] as number) * 0.12 + (back >= 0 ? (left[back] as number) * 0.16 : 0);
  }
}

function fadeEnds(left: Float32Array, right: Float32Array, sampleRate: number): void {
  const fade = Math.round(0.03 * sampleRate);
  const total = left.length;
  for (let n = 0; n < total; n++) {
    const edge = Math.min(1, n / fade, (total - 1 - n) / (fade * 8));
    left[n] = (left[n] as number) * edge;
    right[n] = (right[n] as number) * edge;
  }
}

/** Limits both channels where either would exceed the ceiling, with a short attack before it and a slow release. */
function limit(left: Float32Array, right: Float32Array): void {
  const blocks = Math.ceil(left.length / BLOCK);
  // The gain at each boundary between blocks: at most the gain that both neighbouring blocks allow.
  const seams = new Float32Array(blocks + 1).fill(1);
  for (let block = 0; block < blocks; block++) {
    let peak = 0;
    for (let n = block * BLOCK; n < Math.min(left.length, (block + 1) * BLOCK); n++)
      peak = Math.max(peak, Math.abs(left[n] as number), Math.abs(right[n] as number));
    const level = peak > CEILING ? CEILING / peak : 1;
    seams[block] = Math.min(seams[block] as number, level);
    seams[block + 1] = level;
  }
  for (let seam = 1; seam <= blocks; seam++)
    seams[seam] = Math.min(seams[seam] as number, (seams[seam - 1] as number) + RELEASE);
  for (let seam = blocks - 1; seam >= 0; seam--)
    seams[seam] = Math.min(seams[seam] as number, (seams[seam + 1] as number) + ATTACK);
  for (let n = 0; n < left.length; n++) {
    const block = Math.floor(n / BLOCK);
    const share = (n - block * BLOCK) / BLOCK;
    const level = (seams[block] as number) * (1 - share) + (seams[block + 1] as number) * share;
    left[n] = (left[n] as number) * level;
    right[n] = (right[n] as number) * level;
  }
}
