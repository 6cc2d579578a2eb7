import type { PromptTemplate } from '../prompt-template.ts';

/** v2: one flight over three lands. */
export const droneWorldTour: PromptTemplate = {
  version: 1,
  look: 'Cinematic aerial film, sharp and natural, with the scale of a great nature documentary',
  subject: 'One breathtaking flight over three lands that melt into each other through cloud:',
  beginning: 'the drone skims low and fast over the first land, its shadow racing along the ground, and climbs',
  turn: 'mist wraps the lens and opens on the second land far below, the horizon tilting as the drone banks in a wide curve',
  end: 'a last veil of cloud tears and the third land lies open to the horizon, the flight slowing to a calm glide',
  camera: 'wide-angle lens on a smooth drone, always moving forward, with gentle banking in the curves',
  light: 'A low sun from the side draws long shadows and gives every ridge an edge of light',
  sound: 'rushing wind, a far waterfall, a warm orchestral swell that opens with the last view',
  unwanted: ['drone in view', 'propellers', 'aircraft', 'map lines', 'flags', 'shaking picture', 'warped horizon'],
  settings: [
    'a deep fjord, a red canyon and a chain of coral islands',
    'terraced green hills, a salt desert and a glacier tongue',
    'golden dunes, a river delta and snowy peaks',
    'a volcanic coast, a lavender plain and a misty forest',
    'a limestone bay, a highland of lakes and a savannah',
    'sea cliffs, vineyards in rows and a mountain pass',
  ],
  angles: [
    'high aerial shot looking ahead',
    'low aerial tracking shot',
    'aerial shot tilting slowly from ground to horizon',
  ],
  palettes: [
    'emerald, slate and gold',
    'terracotta, turquoise and cream',
    'indigo, rose and silver',
    'ochre, sage and soft white',
  ],
  weathers: [
    'at first light with mist in the valleys',
    'at golden hour under a clear sky',
    'after rain with towering clouds',
    'in crisp winter air',
  ],
};
