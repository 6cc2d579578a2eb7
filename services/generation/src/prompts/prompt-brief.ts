import { phraseFrom } from '@reelwright/text';
import type { VideoRequest } from '../videos/video-request.ts';
import { chooseVariant, type Variant } from './choose-variant.ts';
import { colourInWords } from './colour-words.ts';
import type { PromptTemplate } from './prompt-template.ts';
import { quotedContent, withoutInstructions } from './quoted-content.ts';
import { templateOf } from './templates.ts';

/** The rendition that a prompt is for. */
export interface Rendition {
  readonly videoId: string;
  readonly variation: number;
  readonly request: VideoRequest;
}

/** The content of a prompt, independent of the model. */
export interface PromptBrief {
  readonly template: PromptTemplate;
  readonly variant: Variant;
  /** The brand's colours, else those of the variant. */
  readonly palette: string;
  /** The audience, in quotes; undefined without a brand. */
  readonly audience: string | undefined;
  /** The user's notes, in quotes; undefined when nothing is left after cleaning. */
  readonly notes: string | undefined;
  /** The spoken words, without quotes; undefined when nobody speaks. */
  readonly line: string | undefined;
}

/** Tokens for users' text: with the longest template a prompt stays well below Veo's 1,024 tokens. */
const MAX_TOKENS = { brand: 24, notes: 160, line: 60 };
const MAX_COLOURS = 4;

/** Collects the content of a rendition's prompt. @throws GenerationFailure for an unknown style */
export function briefFor({ videoId, variation, request }: Rendition): PromptBrief {
  const template = templateOf(request.videoType);
  const variant = chooseVariant(template, { videoId, variation, style: request.videoType });
  const colours = (request.brand?.colours ?? []).map(colourInWords).filter((words) => words !== undefined);
  const notes = quotedContent(request.notes, MAX_TOKENS.notes);
  return {
    template,
    variant,
    palette: colours.slice(0, MAX_COLOURS).join(', ') || variant.palette,
    audience: audienceOf(request.brand),
    notes: notes ? inQuotes(notes) : undefined,
    line: template.speech && (lineFrom(request.notes) ?? template.speech.otherwise),
  };
}

function audienceOf(brand: VideoRequest['brand']): string | undefined {
  if (!brand) return undefined;
  const [name, occupation, feel] = [brand.name, brand.occupation, brand.feel].map((text) =>
    quotedContent(text, MAX_TOKENS.brand),
  );
  const who = [name, occupation].filter(Boolean).map((words) => inQuotes(words as string));
  const parts = [who.join(', '), feel && `with a feel of ${inQuotes(feel)}`].filter(Boolean);
  return parts.length ? parts.join(' ') : undefined;
}

/** The spoken words, chosen by the same rule as for captions. */
function lineFrom(notes: string): string | undefined {
  return quotedContent(phraseFrom(withoutInstructions(notes)) ?? '', MAX_TOKENS.line) || undefined;
}

/** Not straight quotes, which mark speech in Veo's guide: nobody should speak the brand's name. */
const inQuotes = (words: string): string => `«${words}»`;
