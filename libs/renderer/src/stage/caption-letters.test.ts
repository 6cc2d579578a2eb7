import { createCanvas } from '@napi-rs/canvas';
import { type Caption, type LaidCaption, layOut } from './caption-layout.ts';
import { captionLooks } from './caption-looks.ts';
import { type Manner, manners } from './caption-manners.ts';
import { appears } from './caption-words.ts';
import { drawCaption } from './captions.ts';
import { captionFont, captionMeasure } from './fonts.ts';

/** Contrast of a letter with what is directly around it, as WCAG asks of large text. */
const LEGIBLE = 3;
/** Adjacent columns that may be less legible, such as those at the edge of a pen's stroke. */
const EDGE = 3;
/** Seconds after which a word that appeared has settled in its place. */
const SETTLED = 0.42;

type Pen = ReturnType<typeof penOf>;

const shown: Caption = { text: 'Window seat, please', from: 0.3, until: 2.8, pixels: 76 };
const spoken: Caption = {
  ...shown,
  text: 'Good conversations',
  wordTimes: [0, 1, 0, 1].map((word, index) => ({ word, from: 0.5 + index * 0.5, until: 0.85 + index * 0.5 })),
};
const times = Array.from({ length: 20 }, (_, step) => 0.7 + step / 11);

/** Pictures behind a caption: the lightest one, and one with edges of black and white everywhere. */
const pictures: Record<string, (pen: Pen) => void> = {
  white: (pen) => fill(pen, '#fff'),
  checks(pen) {
    fill(pen, '#fff');
    pen.fillStyle = '#000';
    for (let y = 0; y < 1920; y += 12) for (let x = y % 24; x < 1080; x += 24) pen.fillRect(x, y, 12, 12);
  },
};

function fill(pen: Pen, colour: string): void {
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1080, 1920);
}

function penOf(width: number, height: number) {
  return createCanvas(width, height).getContext('2d');
}

/** Draws the place of a caption, in the picture's coordinates, and returns its RGBA bytes. */
function drawn({ plate }: LaidCaption, draw: (pen: Pen) => void): Uint8ClampedArray {
  const pen = penOf(Math.ceil(plate.width), Math.ceil(plate.height));
  pen.translate(-Math.floor(plate.x), -Math.floor(plate.y));
  draw(pen);
  return pen.getImageData(0, 0, Math.ceil(plate.width), Math.ceil(plate.height)).data;
}

/** For each word, the pixels that are its letters and those directly around them. */
function masksOf(laid: LaidCaption, manner: Manner) {
  return laid.words.map(({ text, x, baseline }) => {
    const write = (width: number) =>
      drawn(laid, (pen) => {
        pen.font = captionFont(manner.name, laid.pixels);
        pen.lineWidth = width;
        pen.lineJoin = 'round';
        if (width) pen.strokeText(text, x, baseline);
        pen.fillText(text, x, baseline);
      });
    return { letters: write(0), close: write(1.5), around: write(5) };
  });
}

/** The longest run of columns in which a word's letters do not stand out from what is directly around them. */
function lostColumns(picture: Uint8ClampedArray, mask: ReturnType<typeof masksOf>[number], width: number): number {
  const height = picture.length / 4 / width;
  let run = 0;
  let longest = 0;
  for (let column = 0; column < width; column++) {
    const ink: number[] = [];
    const beside: number[] = [];
    for (let row = 0; row < height; row++) {
      const i = (row * width + column) * 4;
      if (mask.letters[i + 3] === 255) ink.push(luminanceAt(picture, i));
      else if (mask.close[i + 3] === 0 && mask.around[i + 3] === 255) beside.push(luminanceAt(picture, i));
    }

    const lost = ink.length > 3 && beside.length > 1 && contrast(median(ink), median(beside)) < LEGIBLE;
    run = lost ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

function luminanceAt(rgba: Uint8ClampedArray, i: number): number {
  const [r, g, b] = [0, 1, 2].map((channel) => {
    const value = (rgba[i + channel] ?? 0) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
const contrast = (a: number, b: number): number => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

describe.each(Object.values(manners))('the letters of a caption of the manner $name', (manner) => {
  // A tilted line would not lie on its mask.
  const level = { ...manner, tilt: 0 };

  it.each([
    ['its longest word is marked', shown],
    ['its words are said', spoken],
  ])('are all legible over any picture in each frame while %s', (_, caption) => {
    const [laid] = layOut([caption], level, captionMeasure(level.name));
    if (!laid) throw new Error('the caption is placed');
    const masks = masksOf(laid, level);
    for (const [background, paint] of Object.entries(pictures))
      for (const look of captionLooks(level.name, []).slice(0, 2))
        for (const time of times) {
          const picture = drawn(laid, (pen) => {
            paint(pen);
            drawCaption(pen, laid, level, look, time);
          });
          const illegible = laid.words.filter((word, index) => {
            const settled = time - appears(laid, word, level) > SETTLED;
            const mask = masks[index];
            return settled && mask && lostColumns(picture, mask, Math.ceil(laid.plate.width)) > EDGE;
          });
          expect({ background, time, illegible: illegible.map(({ text }) => text) }).toEqual({
            background,
            time,
            illegible: [],
          });
        }
  });
});
