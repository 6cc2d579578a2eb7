/** Catmull-Rom weights of four pixels in a row, in 128ths, for a point a quarter pixel from the second towards the third. */
const BEFORE = -9;
const HERE = 111;
const NEXT = 29;
const AFTER = -3;

/** Doubles the width and height of an RGBA picture by cubic interpolation, which shows no grid of the small pixels. */
export function createDoubler(width: number, height: number) {
  const stride = width * 4;
  // An interpolated row of the small picture, with its last pixel repeated twice.
  const row = new Int16Array(stride + 8);

  function mixRows(pixels: Uint8ClampedArray, y: number): void {
    const near = y >> 1;
    const way = y & 1 ? 1 : -1;
    const startOf = (rowAt: number) => Math.min(height - 1, Math.max(0, rowAt)) * stride;
    const before = startOf(near - way);
    const here = startOf(near);
    const next = startOf(near + way);
    const after = startOf(near + way * 2);
    for (let k = 0; k < stride; k++)
      row[k] =
        ((pixels[before + k] as number) * BEFORE +
          (pixels[here + k] as number) * HERE +
          (pixels[next + k] as number) * NEXT +
          (pixels[after + k] as number) * AFTER +
          64) >>
        7;
    row.copyWithin(stride, stride - 4, stride);
    row.copyWithin(stride + 4, stride - 4, stride);
  }

  function stretchRow(into: Uint8ClampedArray, start: number): void {
    for (let channel = 0; channel < 3; channel++) {
      let first = row[channel] as number;
      let second = first;
      let third = first;
      let fourth = row[4 + channel] as number;
      for (let k = channel + 8, o = start + channel; k < stride + 8; k += 4, o += 8) {
        const fifth = row[k] as number;
        into[o] = (first * AFTER + second * NEXT + third * HERE + fourth * BEFORE + 64) >> 7;
        into[o + 4] = (second * BEFORE + third * HERE + fourth * NEXT + fifth * AFTER + 64) >> 7;
        first = second;
        second = third;
        third = fourth;
        fourth = fifth;
      }
    }
  }

  return (pixels: Uint8ClampedArray, into: Uint8ClampedArray): void => {
    into.fill(255);
    for (let y = 0; y < height * 2; y++) {
      mixRows(pixels, y);
      stretchRow(into, y * stride * 2);
    }
  };
}
