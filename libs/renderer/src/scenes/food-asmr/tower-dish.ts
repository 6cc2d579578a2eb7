import { oklch } from '../../stage/colour.ts';
import { easeIn, mix, within, wobble } from '../../stage/easing.ts';
import type { Random } from '../../stage/random.ts';
import { roundedMin } from '../../stage/solid-shapes.ts';
import { createDonut } from './donut.ts';
import type { Dish } from './food-dish.ts';
import { stack } from './food-layers.ts';
import { createPour } from './food-pour.ts';
import { sauces } from './food-sauces.ts';
import { createBerry, createPlate, PLATE_TOP, scatterBerries } from './food-table.ts';
import { createMacaron } from './macaron.ts';

/** Doughnuts fall into a tower, a sauce runs down it, a cherry lands on top. */
export function donutDish(random: Random, hue: number, side: number): Dish {
  return towerDish(random, hue, side, false);
}

/** The same story with macarons. */
export function macaronDish(random: Random, hue: number, side: number): Dish {
  return towerDish(random, hue, side, true);
}

function towerDish(random: Random, hue: number, side: number, macarons: boolean): Dish {
  const step = random.pick([28, 45, 70, 120]);
  const icings = [0, 1, 2, 3].map((n) => oklch(0.6 + 0.06 * n, 0.2 - 0.03 * n, hue + n * step + random.range(-8, 8)));
  const pastels = [0, 1, 2, 3].map((n) => oklch(0.76 + 0.03 * (n % 2), 0.12, hue + n * step));
  const gold = random.chance(0.6);
  const count = macarons ? 4 : 3;
  const layers = Array.from({ length: count }, (_, index) =>
    macarons ? createMacaron(random, pastels, index, gold) : createDonut(random, icings, index, gold),
  );
  const pace = random.range(0.44, 0.68) * (3 / count);
  const lands = layers.map((_, index) => 0.03 + index * pace);
  const built = stack(layers, PLATE_TOP, lands, macarons ? 0.01 : 0.05);
  const last = layers[count - 1] as (typeof layers)[number];
  const starts = (lands[count - 1] as number) + random.range(0.35, 0.6);
  const ends = starts + random.range(2.7, 3.1);
  const spot = -Math.PI / 2 - side * random.range(0.2, 0.7);
  const sauce = sauces[random.pick(['honey', 'honey', 'chocolate', 'strawberry', 'caramel'] as const)];
  const pour = createPour(random, sauce, {
    starts,
    ends,
    x: Math.cos(spot) * last.crest * 0.75,
    z: Math.sin(spot) * last.crest * 0.75,
    summit: built.top,
    brim: last.wide - 0.1,
    widest: Math.max(...layers.map(({ wide }) => wide)) + 0.1,
    deepest: random.range(1.3, 1.6),
    runs: random.whole(7, 9),
    support(x, y, z) {
      let near = 1e9;
      for (const { place, half, body } of layers)
        if (y > place.y - half - 0.3 && y < place.y + half + 0.3) near = roundedMin(near, body(x, y, z), 0.16);
      return near;
    },
  });
  const finale = Math.max(6.1, ends + random.range(0.3, 0.6));
  const crown = createBerry('raspberry', 0, 9, 0, 0.26);
  const plate = createPlate(oklch(0.32, 0.12, hue + random.pick([40, 200, 260])), 1.5);

  return {
    solids: [plate, ...layers.map(({ solid }) => solid), ...pour.solids, crown, ...scatterBerries(random, 1.36)],
    top: built.top,
    hue,
    lands,
    pours: { starts, ends },
    finale,
    posterAt: ends - 0.1,
    hooks: ['Sound on for this', 'Wait for the pour', 'Soft. Sweet. Slow.'],
    lines: ['One more layer…', 'Can you hear it?', 'Too pretty to eat'],
    sauce: 'thick',
    distances: [3.6, 5.4, 6.4],
    pose(time) {
      built.pose(time);
      pour.pose(time);
      const drop = easeIn(within(time, finale - 0.45, 0.45), 2);
      crown.shown = time > finale - 0.45;
      crown.bounds.y = mix(built.top + 4, built.top + 0.16, drop) - 0.05 * wobble(time - finale, 3, 5);
      last.place.squash += 0.06 * wobble(time - finale, 2.7, 4.5);
    },
  };
}
