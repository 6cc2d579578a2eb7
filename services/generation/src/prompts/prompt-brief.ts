import { phraseFrom } from '@reelwright/text';
import type { VideoRequest } from '../videos/video-request.ts';
import { chooseVariant, type Variant } from './choose-variant.ts';
import { colourInWords } from './colour-words.ts';
import type { PromptTemplate } from './prompt-template.ts';
import { quotedContent, withoutOrders } from './quoted-content.ts';
import { templateOf } from './templates.ts';

/** The rendition that a prompt is for. */
export interface WantedRendition {
  readonly videoId: string;
  readonly variation: number;
  readonly request: VideoRequest;
}

/** What a prompt is to say, before it is put into the form that a model prefers. */
export interface PromptBrief {
  readonly template: PromptTemplate;
  readonly variant: Variant;
  /** The brand's own colours, else those of the variant. */
  readonly palette: string;
  /** Whom it is for, in quotes; undefined without a brand. */
  readonly audience: string | undefined;
  /** What the creator wrote, in quotes; undefined when nothing of it is left. */
  readonly notes: string | undefined;
  /** What is spoken, without quotes; undefined where nobody speaks. */
  readonly line: string | undefined;
}

/** Tokens for what others typed: with the longest template they stay well below the 1,024 of a prompt for Veo. */
const ROOM = { brand: 24, notes: 160, line: 60 };
const MOST_COLOURS = 4;

/** Collects what the prompt of a rendition is made of. @throws GenerationFailure when there is no such style */
export function briefFor({ videoId, variation, request }: WantedRendition): PromptBrief {
  const template = templateOf(request.videoType);
  const variant = chooseVariant(template, { videoId, variation, style: request.videoType });
  const colours = (request.brand?.colours ?? []).map(colourInWords).filter((words) => words !== undefined);
  const notes = quotedContent(request.notes, ROOM.notes);
  return {
    template,
    variant,
    palette: colours.slice(0, MOST_COLOURS).join(', ') || variant.palette,
    audience: audienceOf(request.brand),
    notes: notes ? inQuotes(notes) : undefined,
    line: template.speech && (lineFrom(request.notes) ?? template.speech.otherwise),
  };
}

function audienceOf(brand: VideoRequest['brand']): string | undefined {
  if (!brand) return undefined;
  const [name, occupation, feel] = [brand.name, brand.occupation, brand.feel].map((typed) =>
    quotedContent(typed, ROOM.brand),
  );
  const who = [name, occupation].filter(Boolean).map((words) => inQuotes(words as string));
  const parts = [who.join(', '), feel && `with a feel of ${inQuotes(feel)}`].filter(Boolean);
  return parts.length ? parts.join(' ') : undefined;
}

/** The words to say, chosen as the captions choose theirs. */
function lineFrom(notes: string): string | undefined {
  return quotedContent(phraseFrom(withoutOrders(notes)) ?? '', ROOM.line) || undefined;
}

/** Not the straight quotes: those are for what is spoken, by Veo's guide, and nobody is to speak the brand's name. */
const inQuotes = (words: string): string => `«${words}»`;
