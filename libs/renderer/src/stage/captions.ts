import type { SKRSContext2D } from '@napi-rs/canvas';
import { drawFilmCaption } from './caption-film.ts';
import { drawKineticCaption } from './caption-kinetic.ts';
import { drawLabelCaption } from './caption-label.ts';
import type { LaidCaption } from './caption-layout.ts';
import type { CaptionLook } from './caption-looks.ts';
import type { Manner, MannerName } from './caption-manners.ts';
import { easeIn, within } from './easing.ts';
import { captionFont } from './fonts.ts';
import { safeArea } from './safe-area.ts';

const GO = 0.22;

const drawers: Record<MannerName, typeof drawFilmCaption> = {
  film: drawFilmCaption,
  kinetic: drawKineticCaption,
  label: drawLabelCaption,
};

/** Draws a caption at a time. */
export function drawCaption(
  pen: SKRSContext2D,
  laid: LaidCaption,
  manner: Manner,
  look: CaptionLook,
  time: number,
): void {
  const { from, until } = laid.caption;
  if (time < from || time > until) return;
  pen.save();
  // Towers of marks may be higher than a line.
  pen.beginPath();
  pen.rect(safeArea.left, safeArea.top, safeArea.right - safeArea.left, safeArea.bottom - safeArea.top);
  pen.clip();
  pen.globalAlpha = 1 - easeIn(within(time, until - GO, GO), 2);
  pen.font = captionFont(manner.name, laid.pixels);
  pen.textAlign = 'left';
  pen.textBaseline = 'alphabetic';
  pen.lineJoin = 'round';
  drawers[manner.name](pen, laid, manner, look, time);
  pen.restore();
}
