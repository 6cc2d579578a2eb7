import { createHash } from 'node:crypto';

/** Numbers in [0, 1), the same for a seed on every machine: sfc32, started from the seed's SHA-256. */
export function seededRandom(seed: string): () => number {
  const bytes = createHash('sha256').update(seed).digest();
  let a = bytes.readUInt32LE(0);
  let b = bytes.readUInt32LE(4);
  let c = bytes.readUInt32LE(8);
  let counter = bytes.readUInt32LE(12);
  return () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
}
