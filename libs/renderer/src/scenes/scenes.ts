import type { Style } from '@reelwright/product';
import type { SceneMaker } from '../stage/scene.ts';
import { animatedCharacter } from './animated-character/animated-character.ts';
import { animatedSpeech } from './animated-speech/animated-speech.ts';
import { droneWorldTour } from './drone-world-tour/drone-world-tour.ts';
import { earthZoom } from './earth-zoom/earth-zoom.ts';
import { foodAsmr } from './food-asmr/food-asmr.ts';
import { glassSquish } from './glass-squish/glass-squish.ts';
import { roomReveal } from './room-reveal/room-reveal.ts';
import { urbanRush } from './urban-rush/urban-rush.ts';

export const sceneMakers: Record<Style, SceneMaker> = {
  v1: glassSquish,
  v2: droneWorldTour,
  v3: earthZoom,
  v4: roomReveal,
  v5: animatedCharacter,
  v6: animatedSpeech,
  v7: foodAsmr,
  v8: urbanRush,
};
