import type { PromptTemplate } from '../prompt-template.ts';

/** v3: from orbit down to one place. */
export const earthZoom: PromptTemplate = {
  version: 1,
  look: 'Photorealistic space film that becomes an aerial film without a seam, awe-inspiring and precise',
  subject: 'The whole Earth, turning in black space, and one place on it that the fall ends at:',
  beginning: 'the planet fills the lower half of the frame, its thin blue air glowing as the sun rises over the rim',
  turn: 'the camera tips over and falls, faster and faster, through the upper air and a layer of torn cloud',
  end: 'the fall eases out just above the place and hovers there, close enough to see the wind move',
  camera: 'one continuous dive along a straight line, wide-angle lens, with a slow roll that comes to rest',
  light: 'A single hard sun, soft blue sky light near the ground',
  sound:
    'the silence of space with a deep hum, a roar of air in the fall, then sudden calm with the sounds of the place',
  unwanted: ['satellites', 'space debris', 'borders on a map', 'pins', 'grid lines', 'jump cuts', 'second planet'],
  settings: [
    'a lighthouse on a rocky coast',
    'a small harbour with coloured boats',
    'a garden courtyard in an old town',
    'a cabin by a mountain lake',
    'a round plaza in a lively city',
    'a terrace above a bay',
  ],
  angles: ['wide shot from orbit', 'high-angle shot from the edge of space', 'over-the-horizon wide shot'],
  palettes: [
    'deep blue, white and warm gold',
    'teal, sand and coral',
    'midnight blue, violet and amber',
    'ocean green, pearl and copper',
  ],
  weathers: [
    'at sunrise with broken clouds',
    'in washed, clear morning air',
    'at dusk with lights coming on below',
    'after rain with a storm moving off over the rim',
  ],
};
