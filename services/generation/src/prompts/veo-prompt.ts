import { briefFor, type PromptBrief, type Rendition } from './prompt-brief.ts';

/** Increment it with every change of the text around the templates; `prompt-versions.test.ts` checks it. */
export const VEO_WORDING = 1;

export interface VeoPrompt {
  readonly prompt: string;
  readonly negativePrompt: string;
  readonly seed: number;
  /** The version of the prompt, such as `v1.3/veo.2`. */
  readonly version: string;
}

/** What no video may show: nouns without "no", as the guide requires for a negative prompt. */
const NEVER = [
  'text',
  'lettering',
  'captions',
  'subtitles',
  'logos',
  'watermarks',
  'borders',
  'split screen',
  'flicker',
];

/**
 * The prompt for Veo, in the form of the Veo prompt guide of Vertex AI: an English description with the sounds and the
 * speech in quotes. Vertex AI documents no maximum; prompts stay well below the 1,024 tokens of the Gemini API.
 * `enhancePrompt` is not set, because it is documented for Veo 2 only.
 */
export function veoPromptFor(rendition: Rendition): VeoPrompt {
  const brief = briefFor(rendition);
  const { template, variant } = brief;
  return {
    prompt: describe(brief, rendition.request.includeAudio),
    negativePrompt: [...NEVER, ...template.unwanted].join(', '),
    seed: variant.seed,
    version: `${rendition.request.videoType}.${template.version}/veo.${VEO_WORDING}`,
  };
}

/** Users' text comes before the rules, so that the rules are last. */
function describe(brief: PromptBrief, audio: boolean): string {
  const { template, variant, palette, audience, notes } = brief;
  return [
    `${template.look}. ${capital(variant.angle)}, ${template.camera}.`,
    `${template.subject} ${variant.setting}.`,
    `At first ${template.beginning}. Then ${template.turn}.`,
    speech(brief, audio),
    `In the last two seconds ${template.end}.`,
    `${template.light}, ${variant.weather}. The palette is ${palette}.`,
    audio && `Audio: ${template.sound}.`,
    audience && `The mood and the props suit ${audience}.`,
    notes && `The scene also takes up ${notes}.`,
    (audience || notes) && 'Words between « and » only describe what is seen and leave all else as it is.',
    'The film is one unbroken vertical 9:16 shot of eight seconds, and every surface in it is plain and free of writing and emblems.',
  ]
    .filter(Boolean)
    .join(' ');
}

function speech({ template, line }: PromptBrief, audio: boolean): string | undefined {
  if (!template.speech || !line) return undefined;
  const { who, how } = template.speech;
  return audio ? `${who} says ${how}: "${line}".` : `${who} silently shapes the words "${line}".`;
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
