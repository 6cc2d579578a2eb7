import type { PromptTemplate } from '../prompt-template.ts';

/** v6: somebody animated says the words of the notes. */
export const animatedSpeech: PromptTemplate = {
  version: 1,
  look: 'High-end 3D animation with the hand-made charm of modelling clay, precise lip movement, lively acting',
  subject: 'An original clay character with headphones, a soft round face and bright eyes, at a microphone',
  beginning: 'the character looks up, notices us, lifts its brows and leans towards the microphone with a small breath',
  turn: 'it speaks to us, every syllable clear on its lips, hands drawing the words in the air, head tilting with the rhythm',
  end: 'it closes its mouth, holds our gaze, nods with a warm smile and leans back, satisfied',
  camera: 'portrait lens with shallow focus, a slow push in during the speech that stops for the smile',
  light: 'Soft key light from one side and a coloured rim light from behind',
  sound: 'a dry, intimate studio room with the faint rustle of clay sleeves and one warm closing chord',
  unwanted: ['known film characters', 'speech bubbles', 'second speaker', 'frozen mouth', 'extra fingers'],
  speech: {
    who: 'The character',
    how: 'in a friendly, warm, unhurried voice',
    otherwise: 'Hello! Good to see you. Today is a good day to make something.',
  },
  settings: [
    'in a cosy radio booth with foam walls',
    'on a tiny stage before a velvet curtain',
    'at a kitchen table turned into a studio',
    'on a rooftop with string lights',
    'in a greenhouse between big leaves',
    'in a workshop with tools on the wall',
  ],
  angles: ['eye-level medium close-up', 'slightly low medium shot', 'three-quarter close-up'],
  palettes: [
    'teal, orange and cream',
    'plum, peach and gold',
    'forest green, butter yellow and rust',
    'sky blue, red and warm white',
  ],
  weathers: [
    'in calm evening mood',
    'in bright morning mood',
    'while soft rain falls somewhere behind',
    'with dust floating in a beam of sun',
  ],
};
