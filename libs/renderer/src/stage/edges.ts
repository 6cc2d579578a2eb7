/** An edge is followed this many pixels to each side. Each of them has this weight; the pixel itself has weight 1. */
const ALONG = [0.8, 0.5, 0.25];
/** Least gradient of an edge: the sum of the squares over 25 pixels and three colours. */
const FAINT = 25 * 3 * 10 ** 2;
/** Agreement of the gradients of 25 pixels on one direction: no edge below the first share, a full edge from the second on. */
const UNSURE = 0.4;
const SURE = 0.75;

/** Smooths aliased edges: averages the pixels of each edge along its direction. Areas without a direction do not change. */
export function createEdgeSmoother(width: number, height: number) {
  const size = width * height;
  const source = new Uint8ClampedArray(size * 4);
  // For each pixel the structure tensor, summed over three colours: x*x, x*y, y*y.
  const gradients = new Int32Array(size * 3);
  // Sums of the structure tensor: over five pixels of a row, for each of five rows, and over these five rows.
  const rows = Array.from({ length: 5 }, () => new Int32Array(width * 3));
  const sums = new Int32Array(width * 3);

  function measureGradients(): void {
    const stride = width * 4;
    for (let y = 1; y < height - 1; y++) {
      for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
        let xx = 0;
        let xy = 0;
        let yy = 0;
        for (let o = i * 4; o < i * 4 + 3; o++) {
          const gx = at(source, o + 4) - at(source, o - 4);
          const gy = at(source, o + stride) - at(source, o - stride);
          xx += gx * gx;
          xy += gx * gy;
          yy += gy * gy;
        }
        gradients[i * 3] = xx;
        gradients[i * 3 + 1] = xy;
        gradients[i * 3 + 2] = yy;
      }
    }
  }

  /** Moves the sums to the five rows that end with `y`. */
  function sumRows(y: number): void {
    const row = rows[y % 5] as Int32Array;
    const start = y * width * 3;
    const stride = width * 3;
    for (let of = 0; of < 3; of++) {
      let sum = at(gradients, start + of) + at(gradients, start + of + 3);
      for (let k = of; k < stride; k += 3) {
        if (k + 6 < stride) sum += at(gradients, start + k + 6);
        if (k >= 9) sum -= at(gradients, start + k - 9);
        sums[k] = at(sums, k) + sum - at(row, k);
        row[k] = sum;
      }
    }
  }

  /** Averages a pixel along its edge. */
  function follow(pixels: Uint8ClampedArray, x: number, y: number, dx: number, dy: number, share: number): void {
    const upright = Math.abs(dy) > Math.abs(dx);
    // One pixel per step along the longer axis, interpolated between two pixels along the other.
    const slope = upright ? dx / dy : dy / dx;
    const step = (upright ? width : 1) * 4;
    const aside = (upright ? 1 : width) * 4;
    const place = upright ? x : y;
    const last = (upright ? width : height) - 2;
    const before = upright ? y : x;
    const behind = (upright ? height : width) - 1 - before;
    const o = (y * width + x) * 4;
    let r = at(source, o);
    let g = at(source, o + 1);
    let b = at(source, o + 2);
    let weights = 1;
    for (let k = 1; k <= ALONG.length; k++) {
      const weight = ALONG[k - 1] as number;
      for (let way = -1; way <= 1; way += 2) {
        if (k > (way < 0 ? before : behind)) continue;
        const to = place + slope * k * way;
        const whole = Math.min(last, Math.max(0, Math.floor(to)));
        const part = Math.min(1, Math.max(0, to - whole)) * weight;
        const rest = weight - part;
        const j = o + step * k * way + aside * (whole - place);
        r += at(source, j) * rest + at(source, j + aside) * part;
        g += at(source, j + 1) * rest + at(source, j + aside + 1) * part;
        b += at(source, j + 2) * rest + at(source, j + aside + 2) * part;
        weights += weight;
      }
    }
    const by = share / weights;
    const stays = 1 - share;
    pixels[o] = at(source, o) * stays + r * by;
    pixels[o + 1] = at(source, o + 1) * stays + g * by;
    pixels[o + 2] = at(source, o + 2) * stays + b * by;
  }

  function followEdges(pixels: Uint8ClampedArray): void {
    sums.fill(0);
    for (const row of rows) row.fill(0);
    for (let y = 0; y < height; y++) {
      sumRows(y);
      if (y < 2) continue;
      for (let x = 0, k = 0; x < width; x++, k += 3) {
        const xx = at(sums, k);
        const yy = at(sums, k + 2);
        const energy = xx + yy;
        if (energy < FAINT) continue;
        const twice = at(sums, k + 1) * 2;
        const apart = xx - yy;
        const strength = Math.sqrt(apart * apart + twice * twice);
        const share = Math.min(1, (strength / energy - UNSURE) / (SURE - UNSURE));
        if (share <= 0) continue;
        // Half of the angle of (apart, twice) is the direction across the edge.
        const cos = Math.sqrt(Math.max(0, 0.5 + (apart * 0.5) / strength));
        const sin = Math.sqrt(Math.max(0, 0.5 - (apart * 0.5) / strength));
        follow(pixels, x, y - 2, twice < 0 ? sin : -sin, cos, share);
      }
    }
  }

  return (pixels: Uint8ClampedArray): void => {
    source.set(pixels);
    measureGradients();
    followEdges(pixels);
  };
}

function at(array: Uint8ClampedArray | Int32Array, index: number): number {
  return array[index] as number;
}
