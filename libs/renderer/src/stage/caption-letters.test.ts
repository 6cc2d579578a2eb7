import { createCanvas } from '@napi-rs/canvas';
import { type Caption, type LaidCaption, type LaidWord, layOut } from './caption-layout.ts';
import { captionLooks } from './caption-looks.ts';
import { drawCaption } from './captions.ts';
import { captionFont, captionMeasure } from './fonts.ts';

const measure = captionMeasure();
const STEP = 1 / 30;
/** WCAG's contrast of large text. */
const LEGIBLE = 3;
/** Columns in which an edge of a block is blended with what is behind it. */
const EDGE = 4;

const shown: Caption = { text: 'Window seat, please', from: 0.3, until: 2.5, anchor: 'top', pixels: 76 };
const spoken: Caption = {
  ...shown,
  text: 'Good conversations',
  wordTimes: [0, 1].map((word) => ({ word, from: 0.6 + word * 0.5, until: 0.95 + word * 0.5 })),
};

/** Draws within a caption's plate, in the picture's coordinates, and returns the RGBA bytes. */
function drawn({ plate }: LaidCaption, draw: (pen: ReturnType<typeof penOf>) => void): Uint8ClampedArray {
  const pen = penOf(Math.ceil(plate.width), Math.ceil(plate.height));
  pen.translate(-Math.floor(plate.x), -Math.floor(plate.y));
  draw(pen);
  return pen.getImageData(0, 0, Math.ceil(plate.width), Math.ceil(plate.height)).data;
}

function penOf(width: number, height: number) {
  return createCanvas(width, height).getContext('2d');
}

/** The longest run of columns of a word in which its letters do not stand out from what is beside them. */
function lostColumns({ plate, pixels }: LaidCaption, word: LaidWord, picture: Uint8ClampedArray, mask: typeof picture) {
  const left = Math.floor(word.x - plate.x);
  const top = Math.floor(word.baseline - plate.y - pixels * 0.8);
  let run = 0;
  let longest = 0;
  for (let column = left; column < left + word.width; column++) {
    const ink: number[] = [];
    const beside: number[] = [];
    for (let row = top; row < top + pixels * 0.84; row++) {
      const i = (row * Math.ceil(plate.width) + column) * 4;
      if (mask[i + 3] === 255) ink.push(luminanceAt(picture, i));
      else if (mask[i + 3] === 0) beside.push(luminanceAt(picture, i));
    }
    const lost = ink.length > 3 && beside.length > 3 && contrast(median(ink), median(beside)) < LEGIBLE;
    run = lost ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

function luminanceAt(rgba: Uint8ClampedArray, i: number): number {
  const [r, g, b] = [0, 1].map((channel) => {
    const value = (rgba[i + channel] ?? 0) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
const contrast = (a: number, b: number): number => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

describe('the letters of a caption', () => {
  it.each([
    ['the longest word is marked', shown, 0.78],
    ['its words are said', spoken, 0.66],
  ])('are all legible in each frame while %s', (_, caption, settled) => {
    const [laid] = layOut([caption], measure);
    if (!laid) throw new Error('the caption is placed');
    const masks = laid.words.map((word) =>
      drawn(laid, (pen) => {
        pen.font = captionFont(laid.pixels, laid.weight);
        pen.fillText(word.text, word.x, word.baseline);
      }),
    );
    for (const look of captionLooks([]))
      for (let time = settled; time < caption.until - 0.25; time += STEP) {
        const picture = drawn(laid, (pen) => {
          pen.fillStyle = '#777';
          pen.fillRect(0, 0, 1080, 1920);
          drawCaption(pen, laid, look, time);
        });
        const illegible = laid.words.filter(
          (word, index) => lostColumns(laid, word, picture, masks[index] as typeof picture) > EDGE,
        );
        expect({ time, illegible: illegible.map(({ text }) => text) }).toEqual({ time, illegible: [] });
      }
  });
});
