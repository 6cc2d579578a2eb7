import { type Camera, lookAt, unit } from '../stage/camera.ts';
import { blend, colour, hueOf, oklch, toCss } from '../stage/colour.ts';
import { plainGrade } from '../stage/develop.ts';
import { backOut, clamp, easeInOut, easeOut, mix, smooth, within } from '../stage/easing.ts';
import { expose } from '../stage/expose.ts';
import type { Vector } from '../stage/matrix.ts';
import { fractal3 } from '../stage/noise.ts';
import type { SceneMaker } from '../stage/scene.ts';
import { note } from '../stage/sound.ts';
import { createEarth } from './earth-surface.ts';

/** A planet at dawn; the camera turns towards it, falls through the clouds and stops over one place on a coast. */
export const earthZoom: SceneMaker = ({ random, accents }) => {
  const { air, sunColour, coast, stars, ground } = createEarth(random);
  const pinColour = accents[0] ?? oklch(0.64, 0.23, random.pick([25, 10, 45, 330]));
  const hue = hueOf(pinColour);
  const spin = random.pick([-1, 1]);
  const veil = random.range(-50, 50);

  const place = coast();
  const across = unit([place[2], 0, -place[0]]);
  const north: Vector = [
    place[1] * across[2] - place[2] * across[1],
    place[2] * across[0] - place[0] * across[2],
    place[0] * across[1] - place[1] * across[0],
  ];
  const sun = unit([
    place[0] * 0.62 + across[0] * 0.8 * spin - north[0] * 0.15,
    place[1] * 0.62 + across[1] * 0.8 * spin - north[1] * 0.15,
    place[2] * 0.62 + across[2] * 0.8 * spin - north[2] * 0.15,
  ]);

  function cameraAt(time: number): { camera: Camera; altitude: number } {
    const fall = easeInOut(within(time, 1.6, 5.2));
    const altitude = 1.55 * (0.03 / 1.55) ** fall;
    // First the planet fills the lower half with its bright edge in view, then the place turns under the camera.
    const swing = 1 - easeInOut(within(time, 0.2, 3.9));
    const aside = swing * 1.0 * spin + 0.02;
    const lift = swing * 0.55;
    const above: Vector = unit([
      place[0] * Math.cos(aside) + across[0] * Math.sin(aside) + north[0] * lift * 0.6,
      place[1] * Math.cos(aside) + across[1] * Math.sin(aside) + north[1] * lift * 0.6,
      place[2] * Math.cos(aside) + across[2] * Math.sin(aside) + north[2] * lift * 0.6,
    ]);
    const far = 1 + altitude;
    const look = swing * 0.95;
    const camera = lookAt(
      [above[0] * far, above[1] * far, above[2] * far],
      [
        place[0] * (1 - swing) + north[0] * look,
        place[1] * (1 - swing) + north[1] * look,
        place[2] * (1 - swing) + north[2] * look,
      ],
      2.1,
      0.35 * swing * spin + 0.25 * smooth(3, 8, time) * spin,
    );
    return { camera, altitude };
  }

  return {
    grade: { ...plainGrade, exposure: 1.05, bloom: 0.55, bloomFrom: 1.0, vignette: 0.35, saturation: 1.08 },
    detail: 0.47,
    posterAt: 1.1,
    hook: random.pick(['From up here…', 'Somewhere down there', 'Zoom in with me']),
    line: random.pick(['…all the way to you', 'There’s no place like it', 'Right… about… here']),
    paint(film, time) {
      const { camera, altitude } = cameraAt(time);
      const { x, y, z } = camera;
      const away = x * x + y * y + z * z;
      const cover = smooth(0.035, 0.16, altitude);
      const inside = smooth(0.2, 0.085, altitude) * smooth(0.028, 0.06, altitude);
      const drift = time * 0.012;
      expose(film, camera, (dx, dy, dz, light) => {
        const along = -(x * dx + y * dy + z * dz);
        const nearest = Math.sqrt(Math.max(0, away - along * along));
        const towards = dx * sun[0] + dy * sun[1] + dz * sun[2];
        let surface = 1;
        if (along < 0 || nearest > 1) {
          stars(dx, dy, dz, light);
          const px = x + dx * along;
          const py = y + dy * along;
          const pz = z + dz * along;
          const day = (px * sun[0] + py * sun[1] + pz * sun[2]) / Math.max(1, nearest);
          const rim =
            along > 0
              ? (Math.exp((1 - nearest) * 24) * 0.75 + Math.exp((1 - nearest) * 95) * 1.6) * smooth(-0.35, 0.5, day)
              : 0;
          const disc =
            smooth(0.9993, 0.9998, towards) * 40 +
            Math.exp((towards - 1) * 260) * 2.2 +
            Math.exp((towards - 1) * 22) * 0.35;
          light.r += air.r * rim + sunColour.r * (disc + rim * 0.12);
          light.g += air.g * rim + sunColour.g * (disc + rim * 0.12);
          light.b += air.b * rim * 1.3 + sunColour.b * (disc + rim * 0.12);
        } else {
          surface = 2;
          const t = along - Math.sqrt(1 - nearest * nearest);
          const px = x + dx * t;
          const py = y + dy * t;
          const pz = z + dz * t;
          ground(px, py, pz, Math.max(0.00003, t / film.height), sun, light);
          const facing = -(dx * px + dy * py + dz * pz);
          const day = px * sun[0] + py * sun[1] + pz * sun[2];
          const lit = smooth(-0.1, 0.35, day) * (0.3 + 0.7 * clamp(day));
          if (cover > 0) {
            const swirl = fractal3(px * 2.1 + drift, py * 2.6 + veil, pz * 2.1, 2) * 2.2;
            const cloud =
              smooth(0.46, 0.74, fractal3(px * 3.4 + swirl, py * 5 - veil, pz * 3.4 - swirl + drift, 6)) * cover;
            light.r = mix(light.r, 1.7 * lit * sunColour.r + 0.005, cloud);
            light.g = mix(light.g, 1.7 * lit * sunColour.g + 0.007, cloud);
            light.b = mix(light.b, 1.7 * lit * sunColour.b + 0.012, cloud);
          }
          const haze =
            clamp((1 - facing) ** 3 * 1.1 + 0.05) * smooth(-0.25, 0.4, day) * smooth(0.004, 0.3, altitude + 0.05);
          light.r += (air.r * 0.95 - light.r * 0.4) * haze;
          light.g += (air.g * 0.95 - light.g * 0.4) * haze;
          light.b += (air.b * 1.25 - light.b * 0.4) * haze;
        }
        if (inside > 0) {
          // Falling through the cloud deck: white shreds that rush outwards.
          const shred = smooth(0.25, 0.62, fractal3(dx * 5 + 9, dy * 5 + altitude * 30, dz * 5, 4)) * inside;
          light.r = mix(light.r, 1.25, shred);
          light.g = mix(light.g, 1.27, shred);
          light.b = mix(light.b, 1.32, shred);
        }
        return surface;
      });
    },
    overlay(pen, time) {
      const come = backOut(within(time, 6.3, 0.5), 2);
      if (time < 6.3) return;
      for (let ring = 0; ring < 3; ring++) {
        const share = ((time - 6.6) * 0.7 + ring / 3) % 1;
        if (time < 6.6) break;
        pen.strokeStyle = toCss(blend(pinColour, colour(1, 1, 1), 0.35), 1 - share);
        pen.lineWidth = 8 * (1 - share) + 1;
        pen.beginPath();
        pen.ellipse(540, 960, 60 + 240 * easeOut(share, 2), (60 + 240 * easeOut(share, 2)) * 0.8, 0, 0, Math.PI * 2);
        pen.stroke();
      }
      pen.save();
      pen.translate(540, 960 - 700 * (1 - clamp(come)) - 40 * Math.max(0, come - 1));
      pen.fillStyle = 'rgba(0,0,0,.35)';
      pen.beginPath();
      pen.ellipse(0, 700 * (1 - clamp(come)) + 4, 46, 18, 0, 0, Math.PI * 2);
      pen.fill();
      const body = pen.createLinearGradient(-80, -230, 80, -40);
      body.addColorStop(0, toCss(blend(pinColour, colour(1, 1, 1), 0.45)));
      body.addColorStop(0.5, toCss(pinColour));
      body.addColorStop(1, toCss(oklch(0.4, 0.16, hue)));
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
    },
    score(sound) {
      const root = random.whole(-21, -15);
      sound.pad(0, 8, [note(root), note(root + 7), note(root + 14), note(root + 19)], 0.12);
      sound.breath({ at: 1.4, length: 5, from: 150, to: 1400, gain: 0.34, focus: 0.9, attack: 0.75 });
      sound.breath({ at: 4.3, length: 1.6, from: 2400, to: 700, gain: 0.22, focus: 0.7, attack: 0.4 });
      for (let n = 0; n < 5; n++)
        sound.chime(0.3 + n * 0.42, note(root + 36 + ([0, 7, 12, 14, 19][n] ?? 0)), 0.06, n % 2 ? 0.5 : -0.5);
      sound.thump(6.62, 0.9, 60);
      sound.chime(6.62, note(root + 43), 0.2);
      sound.chime(7.2, note(root + 38), 0.1, -0.3);
    },
  };
};
