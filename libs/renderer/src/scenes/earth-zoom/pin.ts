import type { SKRSContext2D } from '@napi-rs/canvas';
import { blend, type Colour, colour, toCss } from '../../stage/colour.ts';
import { backOut, clamp, easeOut, within } from '../../stage/easing.ts';

const white = colour(1, 1, 1);

/** Seconds from the start of the drop until the pin lands; its sound and its rings start then. */
export const PIN_LANDS = 0.32;

/** Draws a pin that drops onto a point of the picture and sends out rings, `since` seconds after the drop began. */
export function drawPin(pen: SKRSContext2D, x: number, y: number, since: number, paint: Colour): void {
  const come = backOut(within(since, 0, 0.5), 2);
  for (let ring = 0; ring < 3 && since > PIN_LANDS; ring++) {
    const share = ((since - PIN_LANDS) * 0.6 + ring / 3) % 1;
    pen.strokeStyle = toCss(blend(paint, white, 0.45), (1 - share) ** 1.5);
    pen.lineWidth = 7 * (1 - share) + 1;
    pen.beginPath();
    pen.ellipse(x, y, 30 + 150 * easeOut(share, 2), (30 + 150 * easeOut(share, 2)) * 0.5, 0, 0, Math.PI * 2);
    pen.stroke();
  }
  const fall = 640 * (1 - clamp(come));
  pen.save();
  pen.translate(x, y);
  pen.fillStyle = `rgba(0,0,0,${0.4 * clamp(come)})`;
  pen.beginPath();
  pen.ellipse(14, 4, 34, 11, 0.2, 0, Math.PI * 2);
  pen.fill();
  pen.translate(0, -fall - 30 * Math.max(0, come - 1));
  pen.scale(0.78, 0.78);
  const body = pen.createLinearGradient(-80, -230, 80, -40);
  body.addColorStop(0, toCss(blend(paint, white, 0.45)));
  body.addColorStop(0.5, toCss(paint));
  body.addColorStop(1, toCss(blend(paint, colour(0, 0, 0), 0.55)));
  pen.fillStyle = body;
  pen.beginPath();
  pen.arc(0, -160, 86, Math.PI * 0.86, Math.PI * 0.14);
  pen.quadraticCurveTo(50, -80, 0, 0);
  pen.quadraticCurveTo(-50, -80, -81, -123);
  pen.fill();
  pen.fillStyle = '#fff';
  pen.beginPath();
  pen.arc(0, -160, 36, 0, Math.PI * 2);
  pen.fill();
  pen.restore();
}
