/** A pixel whose brightness is by this much outside of what all eight around it have, of 255, is a speck. */
const SPECK = 14;
/** What stays of a speck: a film of full size would show it on a sixth of the area. */
const STAYS = 0.4;

/** Fades pixels that are alone with their brightness: enlarged, each would be a square. */
export function createSpeckFader(width: number, height: number) {
  const brightness = new Int16Array(width * height);
  const bright = (i: number): number => brightness[i] as number;

  function isSpeck(i: number): boolean {
    const here = bright(i);
    const left = bright(i - 1);
    const right = bright(i + 1);
    // Most pixels lie close to one of these two.
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
