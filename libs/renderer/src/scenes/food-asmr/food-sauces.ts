import { colour } from '../../stage/colour.ts';
import type { Sauce } from './food-pour.ts';

/** The sauces. The dish shines through the clear ones. */
export const sauces = {
  honey: {
    finish: { r: 1, g: 0.43, b: 0.035, coat: 1, rough: 0.015, soft: 1, metal: 0, glow: 0.1 },
    clear: { absorb: colour(0.35, 3.2, 12), cloud: 4.5 },
  },
  caramel: {
    finish: { r: 0.86, g: 0.34, b: 0.06, coat: 1, rough: 0.02, soft: 0.9, metal: 0, glow: 0.04 },
    clear: { absorb: colour(0.8, 5, 14), cloud: 13 },
  },
  chocolate: { finish: { r: 0.075, g: 0.023, b: 0.009, coat: 1, rough: 0.03, soft: 0.25, metal: 0, glow: 0 } },
  strawberry: {
    finish: { r: 0.85, g: 0.03, b: 0.07, coat: 1, rough: 0.015, soft: 1, metal: 0, glow: 0.04 },
    clear: { absorb: colour(0.4, 12, 8), cloud: 4 },
  },
  cream: { finish: { r: 0.93, g: 0.84, b: 0.7, coat: 0.9, rough: 0.06, soft: 0.9, metal: 0, glow: 0.02 } },
} satisfies Record<string, Sauce>;
