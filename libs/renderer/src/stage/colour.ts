import { clamp } from './easing.ts';

/** Linear-light colour; values above 1 are brighter than paper white and bloom. */
export interface Colour {
  r: number;
  g: number;
  b: number;
}

export function colour(r: number, g: number, b: number): Colour {
  return { r, g, b };
}

/** `#rrggbb` to linear light. */
export function fromHex(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16);
  return { r: toLinear((value >> 16) & 255), g: toLinear((value >> 8) & 255), b: toLinear(value & 255) };
}

function toLinear(byte: number): number {
  const share = byte / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** Linear light to a CSS colour. */
export function toCss(from: Colour, alpha = 1): string {
  const byte = (value: number) => {
    const v = clamp(value);
    return Math.round(255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055));
  };
  return `rgba(${byte(from.r)},${byte(from.g)},${byte(from.b)},${alpha})`;
}

/** Oklch (lightness 0-1, chroma about 0-0.3, hue in degrees) to linear light, clipped to the sRGB gamut. */
export function oklch(lightness: number, chroma: number, hue: number): Colour {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return {
    r: Math.max(0, 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    g: Math.max(0, -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    b: Math.max(0, -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  };
}

/** Oklch hue of a linear-light colour, in degrees. */
export function hueOf({ r, g, b }: Colour): number {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return ((Math.atan2(bb, a) * 180) / Math.PI + 360) % 360;
}

export function blend(from: Colour, to: Colour, share: number): Colour {
  return {
    r: from.r + (to.r - from.r) * share,
    g: from.g + (to.g - from.g) * share,
    b: from.b + (to.b - from.b) * share,
  };
}

export function scale(from: Colour, by: number): Colour {
  return { r: from.r * by, g: from.g * by, b: from.b * by };
}

/** Relative luminance, as WCAG defines it. */
export function luminance({ r, g, b }: Colour): number {
  return 0.2126 * clamp(r) + 0.7152 * clamp(g) + 0.0722 * clamp(b);
}
