import type { PromptTemplate } from '../prompt-template.ts';

/** v7: impossible food, heard very closely. */
export const foodAsmr: PromptTemplate = {
  version: 1,
  look: 'Photorealistic food film in extreme detail, dreamlike and mouth-watering, with slow, exact physics',
  subject: 'A fantasy dessert that cannot exist,',
  beginning:
    'its layers drop into place one after the other, each with a soft bounce, sugar glittering on every surface',
  turn: 'a thick ribbon of shining syrup pours from above, folds on the top and creeps down the sides in slow drops',
  end: 'a spoon cracks the glassy crust; it gives way with a clean snap and a glowing, creamy heart flows out',
  camera: 'macro lens with very shallow focus, orbiting slowly and sinking to the height of the plate',
  light: 'A strong rim light from behind makes the syrup glow against a darker background',
  sound:
    'close recorded and dry: soft thuds, thick pouring, a sticky stretch, one crisp crack, a tiny sparkle of sugar',
  unwanted: [
    'faces',
    'mouths',
    'chewing',
    'packaging',
    'insects',
    'burnt food',
    'messy table',
    'steam covering the view',
  ],
  settings: [
    'a tower of jewel-like glazed rings on a dark china plate',
    'a galaxy cake of mirror glaze on a stone pedestal',
    'a crystal pear filled with honey on a wooden board',
    'a forest of sugar mushrooms on moss-green sponge',
    'a pearl-shelled pavlova on a silver tray',
    'a honeycomb castle in a shallow bowl of cream',
  ],
  angles: ['extreme close-up at plate height', 'close-up from slightly above', 'low three-quarter close-up'],
  palettes: [
    'honey gold, raspberry and midnight blue',
    'pistachio, rose and cream',
    'violet, caramel and silver',
    'mango, mint and dark chocolate',
  ],
  weathers: [
    'in a dim, candle-warm room',
    'in cool moonlight through a window',
    'in a quiet pastry kitchen before dawn',
    'in the glow of a winter market',
  ],
};
