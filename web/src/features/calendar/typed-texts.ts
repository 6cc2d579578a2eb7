import { type Captions, type Platform, platforms } from '@reelwright/product';

/** The texts of an entry while they are edited: an empty one was cleared and counts as none. */
export interface TypedTexts {
  /** The text for all platforms; null for the suggested ones. */
  readonly caption: string | null;
  /** The texts of single platforms. */
  readonly captions: Captions;
}

export const typedTextsOf = (entry: { caption: string | null; captions: Captions | null } | null): TypedTexts => ({
  caption: entry?.caption ?? null,
  captions: entry?.captions ?? {},
});

/** The texts as they are saved. */
export function savedTexts({ caption, captions }: TypedTexts): { caption: string | null; captions: Captions | null } {
  const own = platforms
    .map((platform) => [platform, captions[platform]?.trim() ?? ''] as const)
    .filter(([, text]) => text !== '');
  return { caption: caption?.trim() || null, captions: own.length > 0 ? Object.fromEntries(own) : null };
}

/** What was typed for a platform, also if it was cleared; null if nothing was. */
export const typedFor = (platform: Platform, { caption, captions }: TypedTexts): string | null =>
  captions[platform] ?? caption;

/** The text that a platform posts if the entry is saved as it is. */
export function textOfPlatform(
  platform: Platform,
  typed: TypedTexts,
  suggested: Readonly<Record<Platform, string>>,
): string {
  const { caption, captions } = savedTexts(typed);
  return captions?.[platform] ?? caption ?? suggested[platform];
}

/** Text typed in the field of a platform changes the platform's own text if it has one, else the text for all. */
export function withText(platform: Platform, text: string, { caption, captions }: TypedTexts): TypedTexts {
  if (captions[platform] === undefined) return { caption: text, captions };
  return { caption, captions: { ...captions, [platform]: text } };
}

/** Gives a platform a text of its own, or with null the text for all. */
export function withTextOfItsOwn(
  platform: Platform,
  text: string | null,
  { caption, captions }: TypedTexts,
): TypedTexts {
  const { [platform]: _, ...others } = captions;
  return { caption, captions: text === null ? others : { ...others, [platform]: text } };
}

/** Puts the suggested text back, for all platforms or for the one that has a text of its own. */
export function withSuggested(
  platform: Platform,
  { caption, captions }: TypedTexts,
  suggested: Readonly<Record<Platform, string>>,
): TypedTexts {
  if (captions[platform] === undefined) return { caption: null, captions };
  return withTextOfItsOwn(platform, caption === null ? null : suggested[platform], { caption, captions });
}
