import type { PromptTemplate } from '../prompt-template.ts';

/** v8: a rush through a wet city at night. */
export const urbanRush: PromptTemplate = {
  version: 1,
  look: 'Photorealistic night film with speed ramps, motion blur and light trails, electric and elegant',
  subject: 'A point-of-view ride through a city at night, just above the wet ground,',
  beginning: 'the view glides at walking pace between puddles, each mirroring abstract tubes of neon light',
  turn: 'it surges forward, lights stretch into long streaks, arches of light whip past, spray glitters on both sides',
  end: 'the rush brakes into slow motion, the street opens and the skyline stands still under a huge moon',
  camera: 'wide-angle lens on a stabilised rig, racing straight ahead, leaning into one curve, then floating',
  light: 'Neon from both sides and its reflections on the ground, with deep but readable shadows',
  sound: 'a pulsing electronic beat that builds, rushing air, hissing tyres on water, then a wide, quiet chord',
  unwanted: ['shop signs', 'letters', 'licence plates', 'crashes', 'pedestrians in the way', 'police cars', 'daylight'],
  settings: [
    'along a broad avenue between glass towers',
    'through narrow lanes under paper lanterns',
    'along a riverside road with bridges',
    'through a long tunnel of light rings into a plaza',
    'under an elevated railway',
    'down a steep hill street towards a harbour',
  ],
  angles: ['low-angle point-of-view shot', 'ground-level tracking shot', 'low wide shot'],
  palettes: [
    'magenta, cyan and ink blue',
    'orange, violet and black',
    'emerald, pink and steel',
    'ruby, ice blue and gold',
  ],
  weathers: [
    'just after heavy rain',
    'in light drizzle',
    'with steam rising from the ground',
    'in thin fog that catches the light',
  ],
};
