import type { PromptTemplate } from '../prompt-template.ts';

/** v5: an original character's tiny story. The style's name in the product names a studio; a prompt never does. */
export const animatedCharacter: PromptTemplate = {
  version: 1,
  look: 'High-end 3D animated feature film, rounded shapes, rich soft fur, expressive acting, warm humour',
  subject: 'An entirely original character, a small round furry creature with two stubby horns and big curious eyes,',
  beginning: 'the creature peeks out from the side, tiptoes into the open and discovers something small and glowing',
  turn: 'it touches the glow, which jumps onto its nose; it freezes, goes cross-eyed, then hops and spins with joy',
  end: 'it catches its breath, holds the glow in both paws, looks straight at us and waves shyly with a huge smile',
  camera: 'portrait lens with soft background blur, following at the height of its eyes and easing closer',
  light: 'Soft key light with a bright rim around the fur and glowing air',
  sound: 'tiny footsteps, a curious little hum, a bell-like chime for the glow, a giggle, light plucked strings',
  unwanted: ['known film characters', 'mascots', 'humans', 'scary faces', 'extra limbs', 'sharp teeth', 'stiff motion'],
  settings: [
    'in a snowy forest with fir trees',
    'in a meadow of giant mushrooms',
    'in a rooftop garden above a sleeping town',
    'in a crystal cave with a mirror pond',
    'in an attic full of forgotten toys',
    'on a beach at low tide among tide pools',
  ],
  angles: ['low medium shot', 'eye-level close-up that widens', 'medium-wide shot'],
  palettes: [
    'ice blue, cream and peach',
    'moss green, tangerine and lilac',
    'midnight blue, gold and rose',
    'turquoise, coral and butter yellow',
  ],
  weathers: [
    'with soft flakes drifting through the air',
    'in golden evening haze',
    'at night among fireflies',
    'with fresh morning sun falling in',
  ],
};
