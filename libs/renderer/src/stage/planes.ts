import { planesKernel } from './generated/planes-kernel.ts';
import { kernelOf, makeRoom } from './wasm.ts';

const start = kernelOf<{
  toPlanes(rgba: number, width: number, rows: number, y: number, u: number, v: number): void;
}>(planesKernel);

/** Rows that are converted at once: few enough for the processor's cache, and an even number. */
const ROWS = 16;
/** Room behind each area: the kernel makes eight pixels at a time. */
const ROOM = 32;

/** Number of bytes of a picture as planes. */
export function planesBytes({ width, height }: { width: number; height: number }): number {
  return (width * height * 3) / 2;
}

/**
 * Converts pictures of RGBA bytes to what the encoder takes: the planes Y, U and V (`yuv420p`) by BT.709 in the limited
 * range. A sample of U and V is the mean of two by two pixels. Width and height are even.
 */
export function createPlanes({ width, height }: { width: number; height: number }) {
  const yAt = ROWS * width * 4 + ROOM;
  const uAt = yAt + ROWS * width + ROOM;
  const vAt = uAt + (ROWS * width) / 4 + ROOM;
  const { memory, toPlanes } = start();
  const bytes = new Uint8Array(makeRoom(memory, vAt + (ROWS * width) / 4 + ROOM));
  const uStart = width * height;
  const vStart = uStart + uStart / 4;

  return (rgba: Uint8Array, planes: Uint8Array): void => {
    for (let row = 0; row < height; row += ROWS) {
      const rows = Math.min(ROWS, height - row);
      const first = row * width;
      const count = rows * width;
      bytes.set(rgba.subarray(first * 4, (first + count) * 4));
      toPlanes(0, width, rows, yAt, uAt, vAt);
      planes.set(bytes.subarray(yAt, yAt + count), first);
      planes.set(bytes.subarray(uAt, uAt + count / 4), uStart + first / 4);
      planes.set(bytes.subarray(vAt, vAt + count / 4), vStart + first / 4);
    }
  };
}
