import { clayKernel } from './generated/clay-kernel.ts';
import { kernelOf, makeRoom } from './wasm.ts';

/** Lanes of the kernel: it traces this many rays at a time. */
export const LANES = 4;
/** The far end of a lane without a ray. */
export const OFF = -1e9;
/** Bytes of a lump, a piece and a bunch's bounding sphere in the kernel's memory; `kernels/clay.ts` has the fields. */
export const LUMP_BYTES = 112;
export const PIECE_BYTES = 48;
export const BUNCH_BYTES = 16;
/** Number of neighbouring lumps in a bunch: a ray that misses the bunch's bounding sphere is tested against none of them. */
export const BUNCH = 6;
/** The pieces, then the bunches, then the lumps are written from here on; below is the list of the lumps near a ray. */
export const FREE = 8192;

const start = kernelOf<{
  intersect(first: number, end: number): void;
  shadow(first: number, end: number, hardness: number): void;
  openness(first: number, end: number): void;
}>(clayKernel);

/** Starts the kernel with a memory of its own. Its floats are views of the lanes: origins, directions, and so on. */
export function startClayKernel(bytes: number) {
  const { memory, intersect, shadow, openness } = start();
  const buffer = makeRoom(memory, FREE + bytes);
  const lane = (offset: number) => new Float32Array(buffer, offset, LANES);
  return {
    floats: new Float32Array(buffer),
    words: new Int32Array(buffer),
    lanes: {
      ox: lane(0),
      oy: lane(16),
      oz: lane(32),
      dx: lane(48),
      dy: lane(64),
      dz: lane(80),
      far: lane(96),
      /** For `openness`: 0 for a point on clay, where the next lump is near; `ROOMY` elsewhere. */
      roomy: lane(112),
    },
    owner: new Int32Array(buffer, 128, LANES),
    normal: [lane(144), lane(160), lane(176)] as const,
    value: lane(192),
    intersect,
    shadow,
    openness,
  };
}

export const ROOMY = 1e9;

export type ClayKernel = ReturnType<typeof startClayKernel>;
