import { type Camera, projectOnOverlay, unit } from '../../stage/camera.ts';
import { blend, colour, oklch, scale } from '../../stage/colour.ts';
import { plainGrade } from '../../stage/develop.ts';
import { easeInOut, mix, smooth, within } from '../../stage/easing.ts';
import { expose, type Light } from '../../stage/expose.ts';
import type { Vector } from '../../stage/matrix.ts';
import type { SceneMaker } from '../../stage/scene.ts';
import { note } from '../../stage/sound.ts';
import { createFlock } from '../landscape/birds.ts';
import { passClouds } from '../landscape/cloud-gate.ts';
import type { Country } from '../landscape/flight.ts';
import { coarsenessFor } from '../landscape/terrain.ts';
import { bayPlace, raiseBay, shoreAt } from './bay.ts';
import { createBayShots } from './bay-shots.ts';
import { traceCountry } from './bay-view.ts';
import { chooseRoute, pointBelow } from './earth-route.ts';
import { createEarth } from './earth-surface.ts';
import { traceEarth } from './earth-view.ts';
import { drawPin, PIN_LANDS } from './pin.ts';
import { drawGlare, sunOnLimb } from './sun-glare.ts';
import { upright } from './tilt.ts';

/** Sunrise over the planet's edge; then the camera falls through torn clouds and arrives over a bay with people. */
export const earthZoom: SceneMaker = ({ random, accents }) => {
  const earth = createEarth(random);
  const pinColour = accents[0] ?? oklch(0.64, 0.23, random.pick([25, 10, 45, 330]));
  const spin = random.pick([-1, 1]);
  const gate = random.range(4.35, 4.9);
  const landed = gate + random.range(1.5, 1.9);
  const rays = random.range(0.3, 0.9);
  const bay = bayPlace(random.fork('bay'), -spin, pinColour);
  const pinX = random.range(-14, 14);
  const pin: Vector = [pinX, 1.2, shoreAt(bay, pinX) + 6];
  const shots = createBayShots({
    pin,
    angle: random.range(-0.5, 0.5),
    spin,
    gate,
    landed,
    orbit: random.range(0.16, 0.26) * random.pick([-1, 1]),
  });
  const gulls = createFlock(random, landed + random.range(0.5, 0.9), random.pick([-1, 1]), false);
  const warm = random.range(0, 1);
  let country: Country | null = null;

  const route = chooseRoute(earth, spin, random.range(0.3, 0.42) * random.pick([-1, 1]));
  const { place, sun, sky } = route;

  function orbitAt(time: number): { camera: Camera; altitude: number } {
    const fall = within(time, 0, gate + 0.3);
    const altitude = 1.5 * (0.085 / 1.5) ** (fall ** 2.6);
    // From the night side round to the day side, with the bright edge of the planet in view.
    const swing = 1 - easeInOut(within(time, -0.9, gate + 0.9));
    const above = pointBelow(route, swing);
    const far = 1 + altitude;
    const lift = swing * 0.84;
    const camera = upright(
      [above[0] * far, above[1] * far, above[2] * far],
      [
        place[0] * (1 - swing) + sky[0] * lift,
        place[1] * (1 - swing) + sky[1] * lift,
        place[2] * (1 - swing) + sky[2] * lift,
      ],
      sky,
      2.1,
    );
    return { camera, altitude };
  }

  return {
    grade: { ...plainGrade, exposure: 1, bloom: 0.45, bloomFrom: 1.1, vignette: 0.32, saturation: 1.1 },
    detail: 0.45,
    posterAt: 1.1,
    hook: random.pick(['From up here…', 'Somewhere down there', 'Zoom in with me']),
    line: random.pick(['…all the way to you', 'There’s no place like it', 'Right… about… here']),
    paint(film, time) {
      const arrived = smooth(gate - 0.07, gate + 0.08, time);
      const { camera: high, altitude } = orbitAt(time);
      const low = shots.cameraAt(time);
      const camera = arrived < 0.5 ? high : low;
      const clouds = smooth(gate - 0.95, gate - 0.1, time) * smooth(gate + 0.6, gate + 0.12, time);
      const way = (time - gate) * 1.15 + 7;
      const { right, up, forward } = camera;
      const above = arrived < 1 ? traceEarth(earth, route, high, altitude, time, film.height) : null;
      if (arrived > 0) country ??= raiseBay(bay, random.fork('bay-growth'), coarsenessFor(film.width));
      const boats = shots.boatsAt(time);
      const beneath: Light = { r: 0, g: 0, b: 0 };
      const torn: Light = { r: 0, g: 0, b: 0 };
      const look = { side: spin, warm, salt: warm * 90 };
      expose(film, camera, (dx, dy, dz, light) => {
        let surface = 1;
        const depth = dx * forward[0] + dy * forward[1] + dz * forward[2];
        const u = ((dx * right[0] + dy * right[1] + dz * right[2]) / depth) * camera.focal;
        const v = ((dx * up[0] + dy * up[1] + dz * up[2]) / depth) * camera.focal;
        const through = clouds > 0 ? passClouds(u, -v, way, clouds, look, torn) : 1;
        if (through < 0.015) {
          light.r = torn.r;
          light.g = torn.g;
          light.b = torn.b;
          return 1;
        }
        // While both are visible, each is traced through its own camera.
        const seenFrom = (one: Camera): Vector =>
          unit([
            one.forward[0] * one.focal + one.right[0] * u + one.up[0] * v,
            one.forward[1] * one.focal + one.right[1] * u + one.up[1] * v,
            one.forward[2] * one.focal + one.right[2] * u + one.up[2] * v,
          ]);
        if (above) {
          if (camera === high) surface = above(dx, dy, dz, light);
          else surface = above(...seenFrom(high), light);
        }
        if (country && arrived > 0) {
          const [bx, by, bz] = camera === low ? [dx, dy, dz] : seenFrom(low);
          const into = arrived < 1 ? beneath : light;
          surface = 10 + traceCountry(country, low, boats, time, bx, by, bz, into);
          if (arrived < 1) {
            light.r = mix(light.r, beneath.r, arrived);
            light.g = mix(light.g, beneath.g, arrived);
            light.b = mix(light.b, beneath.b, arrived);
          }
        }
        if (clouds > 0) {
          light.r = light.r * through + torn.r;
          light.g = light.g * through + torn.g;
          light.b = light.b * through + torn.b;
        }
        return surface;
      });
      const glare = smooth(-0.6, 0.7, time) * smooth(gate - 1.2, gate - 2.9, time);
      const limb = glare > 0 ? sunOnLimb(high, sun, mix(-0.015, 0.03, smooth(-0.4, 1.6, time))) : null;
      if (limb) drawGlare(film, limb.x, limb.y, glare * (0.8 + 0.04 * Math.sin(time * 9)), rays + time * 0.05);
    },
    overlay(pen, time) {
      if (time < gate + 0.6) return;
      gulls.paint(pen, time, scale(blend(bay.skyHigh, bay.rock, 0.5), 0.7), colour(0.95, 0.93, 0.9));
      if (time < landed) return;
      const spot = projectOnOverlay(shots.cameraAt(time), ...pin);
      drawPin(pen, spot.x, spot.y, time - landed, pinColour);
    },
    score(sound) {
      const root = random.whole(-21, -15);
      sound.pad(0, 8, [note(root), note(root + 7), note(root + 14), note(root + 19)], 0.12);
      // The sun rises over the edge.
      sound.breath({ at: 0, length: 1.6, from: 300, to: 2600, gain: 0.16, focus: 0.8, attack: 0.5, pan: spin * 0.5 });
      sound.breath({ at: 1.4, length: gate - 1.1, from: 150, to: 1400, gain: 0.34, focus: 0.9, attack: 0.85 });
      sound.breath({ at: gate - 0.7, length: 1.4, from: 2600, to: 600, gain: 0.34, focus: 0.7, attack: 0.45 });
      sound.thump(gate, 0.5, 44);
      for (let n = 0; n < 5; n++)
        sound.chime(0.3 + n * 0.42, note(root + 36 + ([0, 7, 12, 14, 19][n] ?? 0)), 0.06, n % 2 ? 0.5 : -0.5);
      // Surf, wave after wave from side to side, and gulls.
      for (let wave = 0, at = gate + 0.4; at < 7.6; wave++, at += 0.95)
        sound.breath({
          at,
          length: 1.5,
          from: 900,
          to: 380,
          gain: 0.2,
          focus: 0.6,
          attack: 0.4,
          pan: wave % 2 ? 0.5 : -0.5,
        });
      for (let cry = 0; cry < 3; cry++)
        sound.tone({
          at: landed - 0.5 + cry * 0.3,
          length: 0.2,
          from: 1800 + cry * 90,
          to: 1300,
          gain: 0.02,
          pan: 0.5,
          attack: 0.03,
        });
      sound.thump(landed + PIN_LANDS, 0.9, 60);
      sound.chime(landed + PIN_LANDS, note(root + 43), 0.2);
      sound.chime(landed + 0.9, note(root + 38), 0.1, -0.3);
    },
  };
};
