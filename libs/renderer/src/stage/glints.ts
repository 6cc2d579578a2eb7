import type { SKRSContext2D } from '@napi-rs/canvas';

/** Draws a four-pointed sparkle. */
export function drawSparkle(
  pen: SKRSContext2D,
  x: number,
  y: number,
  radius: number,
  alpha: number,
  colour = '#fff',
): void {
  if (alpha <= 0.01 || radius <= 0.5) return;
  pen.globalAlpha = alpha;
  pen.fillStyle = colour;
  pen.beginPath();
  pen.moveTo(x, y - radius);
  pen.quadraticCurveTo(x, y, x + radius, y);
  pen.quadraticCurveTo(x, y, x, y + radius);
  pen.quadraticCurveTo(x, y, x - radius, y);
  pen.quadraticCurveTo(x, y, x, y - radius);
  pen.fill();
  pen.globalAlpha = 1;
}

/** Draws a scrap of paper that tumbles as it falls; `spin` is in radians. */
export function drawScrap(
  pen: SKRSContext2D,
  x: number,
  y: number,
  size: number,
  turn: number,
  spin: number,
  colour: string,
  alpha: number,
): void {
  if (alpha <= 0.01) return;
  pen.save();
  pen.globalAlpha = alpha;
  pen.translate(x, y);
  pen.rotate(turn);
  pen.scale(1, Math.max(0.12, Math.abs(Math.cos(spin))));
  pen.fillStyle = colour;
  pen.beginPath();
  pen.roundRect(-size, -size * 0.6, size * 2, size * 1.2, size * 0.25);
  pen.fill();
  pen.restore();
}
