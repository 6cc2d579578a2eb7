import type { MannerName } from './caption-manners.ts';
import { blend, type Colour, luminance, oklch } from './colour.ts';

/** The colours of a clip's captions. Each ink keeps a contrast of 4.5:1 with what is directly around its letters. */
export interface CaptionLook {
  ink: Colour;
  /** Directly around the letters: the edge of `film`, the outline of `kinetic`, the paper of `label`. */
  ground: Colour;
  /** Opacity of the ground, over any picture. */
  opacity: number;
  /** `kinetic`: the ink of the word that is new or being said. `label`: the pen's stroke behind it. */
  mark: Colour;
  /** The trade, a small line below the name: its ink, and what is around it. */
  tradeInk: Colour;
  tradeGround: Colour;
}

const READABLE = 4.5;
const WHITE: Colour = { r: 1, g: 1, b: 1 };
const BLACK: Colour = { r: 0, g: 0, b: 0 };
const INK: Colour = { r: 0.012, g: 0.009, b: 0.022 };

/** The looks that a clip chooses from. `hue` is used where there is no brand colour. */
export function captionLooks(manner: MannerName, accents: readonly Colour[], hue = 300): CaptionLook[] {
  return makers[manner](accents, hue);
}

const makers: Record<MannerName, (accents: readonly Colour[], hue: number) => CaptionLook[]> = {
  film(accents) {
    const ground = { ground: BLACK, opacity: 0.62, tradeGround: BLACK };
    return [WHITE, oklch(0.96, 0.035, 85)].map((ink) => ({
      ...ground,
      ink,
      mark: ink,
      tradeInk: lightened(accents[0] ?? oklch(0.9, 0.06, 80), ground),
    }));
  },
  kinetic(accents, hue) {
    const marks = accents.length > 0 ? accents : [oklch(0.87, 0.18, 100), oklch(0.84, 0.17, hue)];
    return marks.map((accent) => {
      const around = { ground: INK, opacity: 0.92 };
      const mark = lightened(accent, around);
      return { ...around, ink: WHITE, mark, tradeInk: mark, tradeGround: INK };
    });
  },
  label(accents, hue) {
    const marks = accents.length > 0 ? accents : [oklch(0.86, 0.13, hue), oklch(0.88, 0.14, 95)];
    return marks.flatMap((accent) =>
      [oklch(0.97, 0.018, 90), oklch(0.985, 0.004, 250)].map((ground) => ({
        ink: INK,
        ground,
        opacity: 1,
        mark: paled(accent),
        tradeInk: readableOn(accent),
        tradeGround: readableOn(accent) === WHITE ? accent : paled(accent),
      })),
    );
  },
};

/** The lowest contrast of any ink with what is directly around it, over the worst possible picture. */
export function leastContrast({ ink, ground, opacity, mark, tradeInk, tradeGround }: CaptionLook, manner: MannerName) {
  const pairs =
    manner === 'label'
      ? [
          [ink, ground],
          [ink, mark],
          [tradeInk, tradeGround],
        ]
      : [
          [ink, ground],
          [mark, ground],
          [tradeInk, tradeGround],
        ];
  return Math.min(...pairs.map(([letters, around]) => contrastOver(letters as Colour, around as Colour, opacity)));
}

/** The colour, as much lighter as it has to be to be read on a dark ground. */
function lightened(accent: Colour, { ground, opacity }: Pick<CaptionLook, 'ground' | 'opacity'>): Colour {
  return readable(accent, (tone) => contrastOver(tone, ground, opacity));
}

/** The colour, as much lighter as it has to be for dark ink on it to be read. */
function paled(accent: Colour): Colour {
  return readable(accent, (tone) => contrastOver(INK, tone, 1) / 1.6);
}

function readable(accent: Colour, contrastOf: (tone: Colour) => number): Colour {
  for (let share = 0; share < 1; share += 0.05) {
    const tone = blend(accent, WHITE, share);
    if (contrastOf(tone) >= READABLE) return tone;
  }
  return WHITE;
}

function readableOn(ground: Colour): Colour {
  return contrastOver(WHITE, ground, 1) >= READABLE ? WHITE : INK;
}

/** Contrast of ink with a ground that lets a black or a white picture through. */
function contrastOver(ink: Colour, ground: Colour, opacity: number): number {
  const letters = luminance(ink);
  return Math.min(
    ...[0, 1].map((behind) => {
      const around = luminanceOver(ground, opacity, behind);
      return (Math.max(letters, around) + 0.05) / (Math.min(letters, around) + 0.05);
    }),
  );
}

// Skia blends sRGB values, not linear light, so the worst case is computed in the same way.
function luminanceOver(ground: Colour, opacity: number, behind: number): number {
  const mixed = (value: number) => {
    const byte = Math.min(1, value) <= 0.0031308 ? 12.92 * value : 1.055 * Math.min(1, value) ** (1 / 2.4) - 0.055;
    const share = byte * opacity + behind * (1 - opacity);
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return luminance({ r: mixed(ground.r), g: mixed(ground.g), b: mixed(ground.b) });
}
