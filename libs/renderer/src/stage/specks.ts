/** A speck's brightness is outside the range of its eight neighbours by at least this much, of 255. */
const SPECK = 14;
/** Share of a speck's contrast that is kept: a full-size film would show it on a sixth of the area. */
const STAYS = 0.4;

/** Fades specks, single pixels of another brightness: each would be a square when enlarged. */
export function createSpeckFader(width: number, height: number) {
  const brightness = new Int16Array(width * height);
  const bright = (i: number): number => brightness[i] as number;

  function isSpeck(i: number): boolean {
    const here = bright(i);
    const left = bright(i - 1);
    const right = bright(i + 1);
    // An early exit: most pixels are similar to one of these two neighbours.
    if (here > left ? here <= left + SPECK || here <= right + SPECK : here >= left - SPECK || here >= right - SPECK)
      return false;
    let least = Math.min(left, right);
    let most = Math.max(left, right);
    for (let j = i - width - 1; j <= i - width + 1; j++) {
      const above = bright(j);
      const below = bright(j + width * 2);
      least = Math.min(least, above, below);
      most = Math.max(most, above, below);
    }
    return here > most + SPECK || here < least - SPECK;
  }

  return (pixels: Uint8ClampedArray): void => {
    for (let i = 0; i < brightness.length; i++) brightness[i] = brightnessAt(pixels, i * 4);
    for (let y = 1; y < height - 1; y++) {
      for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
        if (!isSpeck(i)) continue;
        for (let o = i * 4; o < i * 4 + 3; o++) {
          const besides = (pixels[o - 4] as number) + (pixels[o + 4] as number);
          const around = (besides + (pixels[o - width * 4] as number) + (pixels[o + width * 4] as number)) / 4;
          pixels[o] = around + ((pixels[o] as number) - around) * STAYS;
        }
        brightness[i] = brightnessAt(pixels, i * 4);
      }
    }
  };
}

function brightnessAt(pixels: Uint8ClampedArray, o: number): number {
  return ((pixels[o] as number) * 5 + (pixels[o + 1] as number) * 8 + (pixels[o + 2] as number) * 3) >> 4;
}
