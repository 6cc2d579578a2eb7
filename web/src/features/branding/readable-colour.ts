const READABLE = 4.5;
/** The luminance of what is around the letters of a caption. */
const GROUND = 0.01;

/** The colour as captions have it: as much lighter as it has to be to be read on a dark ground. */
export function readableColour(colour: string): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  for (let white = 0; white < 1; white += 0.05) {
    const mixed = channels.map((value) => Math.round(value + (255 - value) * white));
    if ((luminance(mixed) + 0.05) / (GROUND + 0.05) >= READABLE) return `rgb(${mixed.join(' ')})`;
  }
  return 'rgb(255 255 255)';
}

function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((value) => {
    const share = value / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
