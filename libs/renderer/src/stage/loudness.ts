/**
 * Loudness by ITU-R BS.1770-4, which platforms use to level sound: two K-weighting filters, blocks of 0.4 s every 0.1 s, and a
 * gate that leaves out silence and blocks more than 10 LU below the rest.
 */

/** Second-order filters for 48 kHz, from BS.1770-4, tables 1 and 2: b0, b1, b2, a1, a2. */
const SHELF = [1.53512485958697, -2.69169618940638, 1.19839281085285, -1.69065929318241, 0.73248077421585] as const;
const HIGH_PASS = [1, -2, 1, -1.99004745483398, 0.99007225036621] as const;

const HOP = 4_800;
const HOPS_PER_BLOCK = 4;
const SILENCE = -70;
const GATE_BELOW = 10;

/** Integrated loudness of stereo sound at 48 kHz, in LUFS; -Infinity for silence. */
export function loudnessOf(left: Float32Array, right: Float32Array): number {
  const hops = hopPowers(left, right);
  const blocks: number[] = [];
  for (let hop = 0; hop + HOPS_PER_BLOCK <= hops.length; hop++) {
    let power = 0;
    for (let n = 0; n < HOPS_PER_BLOCK; n++) power += hops[hop + n] as number;
    blocks.push(power / HOPS_PER_BLOCK);
  }
  const heard = blocks.filter((power) => inLufs(power) > SILENCE);
  const gate = inLufs(mean(heard)) - GATE_BELOW;
  return inLufs(mean(heard.filter((power) => inLufs(power) > gate)));
}

function inLufs(power: number): number {
  return power > 0 ? -0.691 + 10 * Math.log10(power) : Number.NEGATIVE_INFINITY;
}

function mean(values: readonly number[]): number {
  return values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : 0;
}

/** Mean square of both channels, summed, for every tenth of a second. */
function hopPowers(left: Float32Array, right: Float32Array): number[] {
  const powers: number[] = new Array(Math.floor(left.length / HOP)).fill(0);
  for (const channel of [left, right]) {
    const shelf = filter(SHELF);
    const highPass = filter(HIGH_PASS);
    for (let hop = 0, n = 0; hop < powers.length; hop++) {
      let sum = 0;
      for (const end = n + HOP; n < end; n++) {
        const value = highPass(shelf(channel[n] as number));
        sum += value * value;
      }
      powers[hop] = (powers[hop] as number) + sum / HOP;
    }
  }
  return powers;
}

function filter([b0, b1, b2, a1, a2]: readonly [number, number, number, number, number]): (input: number) => number {
  let one = 0;
  let two = 0;
  return (input) => {
    const output = b0 * input + one;
    one = b1 * input - a1 * output + two;
    two = b2 * input - a2 * output;
    return output;
  };
}
