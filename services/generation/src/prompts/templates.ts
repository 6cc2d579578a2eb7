import { isStyle, type Style } from '@reelwright/product';
import { GenerationFailure } from '../videos/generation-failure.ts';
import type { PromptTemplate } from './prompt-template.ts';
import { animatedCharacter } from './styles/animated-character.ts';
import { animatedSpeech } from './styles/animated-speech.ts';
import { droneWorldTour } from './styles/drone-world-tour.ts';
import { earthZoom } from './styles/earth-zoom.ts';
import { foodAsmr } from './styles/food-asmr.ts';
import { glassSquish } from './styles/glass-squish.ts';
import { roomReveal } from './styles/room-reveal.ts';
import { urbanRush } from './styles/urban-rush.ts';

/** The template of each style, by its name in requests. */
export const templates: Readonly<Record<Style, PromptTemplate>> = {
  v1: glassSquish,
  v2: droneWorldTour,
  v3: earthZoom,
  v4: roomReveal,
  v5: animatedCharacter,
  v6: animatedSpeech,
  v7: foodAsmr,
  v8: urbanRush,
};

/** @throws GenerationFailure for an unknown style: another style was not requested and would cost money */
export function templateOf(videoType: string): PromptTemplate {
  if (!isStyle(videoType)) throw new GenerationFailure('RENDER_FAILED', { cause: `no style ${videoType}` });
  return templates[videoType];
}
