import { createRandom, type Random } from '@reelwright/renderer';
import type { PromptTemplate } from './prompt-template.ts';

/** What sets one take of a style apart from the next. */
export interface Variant {
  readonly setting: string;
  readonly angle: string;
  readonly palette: string;
  readonly weather: string;
  /** For models that take one: 32 bits. */
  readonly seed: number;
}

/**
 * Always the same for the same video, variation and style, so that another try asks for the same. A video's variations
 * walk through the settings in an order of its own: two in a row never share one.
 */
export function chooseVariant(
  template: PromptTemplate,
  { videoId, variation, style }: { videoId: string; variation: number; style: string },
): Variant {
  const settings = shuffled(template.settings, createRandom(`prompt/${videoId}/${style}`));
  const random = createRandom(`prompt/${videoId}/${variation}/${style}`);
  return {
    setting: settings[variation % settings.length] as string,
    angle: random.fork('angle').pick(template.angles),
    palette: random.fork('palette').pick(template.palettes),
    weather: random.fork('weather').pick(template.weathers),
    seed: random.fork('seed').whole(0, 0xff_ff_ff_ff),
  };
}

function shuffled(list: readonly string[], random: Random): string[] {
  return list
    .map((entry) => ({ entry, place: random.next() }))
    .sort((one, other) => one.place - other.place)
    .map(({ entry }) => entry);
}
