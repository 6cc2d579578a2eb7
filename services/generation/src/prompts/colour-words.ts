/** Where each hue begins, in degrees. */
const HUES = [
  [0, 'red'],
  [8, 'coral red'],
  [20, 'orange'],
  [42, 'amber'],
  [52, 'yellow'],
  [70, 'lime'],
  [95, 'green'],
  [155, 'sea green'],
  [172, 'teal'],
  [188, 'cyan'],
  [200, 'sky blue'],
  [216, 'blue'],
  [238, 'indigo'],
  [257, 'violet'],
  [290, 'magenta'],
  [318, 'pink'],
  [347, 'red'],
] as const;

/**
 * The colour in words and its number, because models understand "deep teal" better than `#0a7f80`. Undefined unless it
 * is `#rrggbb`.
 */
export function colourInWords(hex: string): string | undefined {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) return undefined;
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as [
    number,
    number,
    number,
  ];
  const [high, low] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const [chroma, lightness] = [high - low, (high + low) / 2];
  return `${chroma < 0.08 ? greyInWords(lightness) : hueInWords(hueOf(red, green, blue), chroma, lightness)} (${hex.toLowerCase()})`;
}

function hueOf(red: number, green: number, blue: number): number {
  const high = Math.max(red, green, blue);
  const chroma = high - Math.min(red, green, blue);
  if (high === red) return (60 * ((green - blue) / chroma) + 360) % 360;
  return 60 * (high === green ? (blue - red) / chroma + 2 : (red - green) / chroma + 4);
}

function greyInWords(lightness: number): string {
  if (lightness < 0.08) return 'black';
  if (lightness < 0.3) return 'charcoal';
  if (lightness < 0.6) return 'grey';
  if (lightness < 0.88) return 'light grey';
  return lightness < 0.97 ? 'off-white' : 'white';
}

function hueInWords(hue: number, chroma: number, lightness: number): string {
  const name = HUES.findLast(([from]) => hue >= from)?.[1] ?? 'red';
  const earthy = hue >= 15 && hue < 52 && lightness < 0.42;
  if (earthy) return lightness < 0.2 ? 'dark brown' : 'brown';
  if (lightness < 0.2) return `very dark ${name}`;
  if (lightness < 0.38) return `deep ${name}`;
  if (lightness > 0.8) return hue >= 25 && hue < 70 ? 'cream' : `pale ${name}`;
  return chroma < 0.3 ? `muted ${name}` : chroma > 0.75 ? `vivid ${name}` : name;
}
