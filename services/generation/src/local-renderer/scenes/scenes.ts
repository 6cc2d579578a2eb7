import type { Style } from '../request.ts';
import type { SceneMaker } from '../stage/scene.ts';
import { animatedCharacter } from './animated-character.ts';
import { animatedSpeech } from './animated-speech.ts';
import { foodAsmr } from './food-asmr.ts';

export const sceneMakers: Record<Style, SceneMaker> = {
  v1: animatedCharacter, v2: animatedCharacter, v3: animatedCharacter, v4: animatedCharacter,
  v5: animatedCharacter, v6: animatedSpeech, v7: foodAsmr, v8: animatedCharacter,
};
