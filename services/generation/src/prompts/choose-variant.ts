import type { PromptTemplate } from './prompt-template.ts';
import { seededRandom } from './seeded-random.ts';

/** The choices that differ between two renditions of a style. */
export interface Variant {
  readonly setting: string;
  readonly angle: string;
  readonly palette: string;
  readonly weather: string;
  /** For models that accept one: 32 bits. */
  readonly seed: number;
}

/**
 * The same for the same video, variation and style, so that a retry requests the same. The variations of a video go
 * through the settings in a shuffled order, so two in a row never have the same setting.
 */
export function chooseVariant(
  template: PromptTemplate,
  { videoId, variation, style }: { videoId: string; variation: number; style: string },
): Variant {
  const settings = shuffled(template.settings, seededRandom(`prompt/${videoId}/${style}`));
  // Each choice has its own seed, so that a new choice does not change the others.
  const draw = (choice: string) => seededRandom(`prompt/${videoId}/${variation}/${style}/${choice}`)();
  const pick = (choice: string, list: readonly string[]) => list[Math.floor(draw(choice) * list.length)] as string;
  return {
    setting: settings[variation % settings.length] as string,
    angle: pick('angle', template.angles),
    palette: pick('palette', template.palettes),
    weather: pick('weather', template.weathers),
    seed: Math.floor(draw('seed') * 2 ** 32),
  };
}

function shuffled(list: readonly string[], random: () => number): string[] {
  return list
    .map((entry) => ({ entry, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ entry }) => entry);
}
