import type { PromptTemplate } from '../prompt-template.ts';

/** v4: an empty room explodes into a finished one. */
export const roomReveal: PromptTemplate = {
  version: 1,
  look: 'Photorealistic interior film with playful, weighty physics, bright and joyful',
  subject: 'An empty room with bare walls and one plain closed box in its middle, about to become',
  beginning: 'the box trembles harder and harder on the bare floor, dust hops around it, light leaks from its seams',
  turn: 'it bursts and furniture, plants, lamps and paper scraps shoot out in every direction and hang in the air, turning',
  end: 'everything drops to its place, bounces once and stands; the lamps switch on and the last scraps float down',
  camera: 'wide-angle lens, almost still, with one slow push in after the burst',
  light: 'Daylight falls through a large window, and warm lamps join it at the end',
  sound:
    'rattling cardboard, a deep airy boom with a bright shimmer, then a quick rhythm of soft thuds and a lamp click',
  unwanted: ['people', 'fire', 'smoke', 'destruction', 'debris', 'cracked walls', 'furniture passing through walls'],
  settings: [
    'a sunlit living room with a deep sofa',
    'a cosy reading room full of shelves',
    'a plant-filled studio with a big work table',
    'a calm bedroom under a sloping roof',
    'a small café with round tables',
    'a kitchen with an island and hanging pans',
  ],
  angles: ['symmetrical wide shot at eye level', 'wide shot from a corner', 'slightly high wide shot'],
  palettes: [
    'terracotta, cream and walnut',
    'sage, mustard and white',
    'navy, brass and oak',
    'blush, plum and pale birch',
  ],
  weathers: [
    'on a bright spring morning',
    'on a golden afternoon',
    'on a rainy day that makes the room feel warm',
    'at dusk with a blue window',
  ],
};
