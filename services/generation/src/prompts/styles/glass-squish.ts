import type { PromptTemplate } from '../prompt-template.ts';

/** v1: a press squeezes a soft glass jewel. */
export const glassSquish: PromptTemplate = {
  version: 1,
  look: 'Photorealistic macro film with exact physics of glass and jelly, glossy and deeply satisfying',
  subject: 'A fist-sized jewel of clear, coloured, jelly-soft glass with tiny bubbles inside',
  beginning: 'the jewel drops into the frame, wobbles and comes to rest while a polished round press hovers above it',
  turn: 'the press sinks slowly and the glass bulges far over its edges, ripples, folds and glows from within',
  end: 'the press lifts, the glass springs back, leaps once and settles, round and whole, with light dancing inside it',
  camera: 'macro lens with shallow focus, drifting a quarter circle around the jewel and closing in',
  light: 'A large soft key light shines through the glass and throws coloured caustics on the plate',
  sound: 'wet, rubbery squeaks close to the ear, a low hydraulic hum, a soft pop as the glass springs free',
  unwanted: ['sharp shards', 'broken glass', 'hands', 'fingers', 'dirt', 'scratches', 'flat grey light'],
  settings: [
    'on a round ceramic plate before a smooth curved wall',
    'on a brushed brass table in a sunlit workshop',
    'on a slab of pale marble in a quiet gallery',
    'on a mirror-black plinth in a dark studio',
    'on wet river stones beside still water',
    'on a velvet cushion in a glass showcase',
  ],
  angles: ['low three-quarter close-up', 'eye-level extreme close-up', 'close-up from slightly above'],
  palettes: [
    'amber and honey on powder blue',
    'raspberry and coral on mint',
    'cobalt and turquoise on warm sand',
    'violet and rose on pale lemon',
  ],
  weathers: [
    'in late golden sun',
    'in the even brightness of an overcast morning',
    'in the glow of one warm lamp at night',
    'in crisp, clean air with clear reflections',
  ],
};
