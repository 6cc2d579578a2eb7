import { type Platform, platformNames, platforms } from './platforms.ts';

/** The longest title, in code points. */
export const TITLE_MAX = 100;
/** The longest title that YouTube takes, in UTF-16 units. */
export const YOUTUBE_TITLE_MAX = 100;

/** The texts of single platforms, which are posted there instead of the text for all. */
export type Captions = { readonly [Each in Platform]?: string };

/** The texts of a post; null where it has none, and null platforms are all of them. */
export interface PostTexts {
  readonly title: string | null;
  readonly caption: string | null;
  readonly captions: Captions | null;
  readonly platforms: readonly string[] | null;
}

/** What a platform takes as the text of a post. */
export interface CaptionRule {
  /** The longest text, in `unit`; characters are UTF-16 units. */
  readonly most: number;
  readonly unit: 'characters' | 'bytes';
  readonly hashtags?: number;
  readonly mentions?: number;
}

/**
 * From the references of TikTok's Content Posting API (`post_info.title`), YouTube's Data API (`snippet.description`) and
 * Instagram's API (`caption`). Instagram's names 30 hashtags, but since December 2025 it refuses a post with more than 5.
 * Facebook takes far longer texts; the limit is ours.
 */
export const captionRules: Readonly<Record<Platform, CaptionRule>> = {
  tiktok: { most: 2_200, unit: 'characters' },
  youtube: { most: 5_000, unit: 'bytes' },
  facebook: { most: 5_000, unit: 'characters' },
  instagram: { most: 2_200, unit: 'characters', hashtags: 5, mentions: 20 },
};

/** The longest text that any platform takes, in code points. */
export const CAPTION_MAX = Math.max(...platforms.map((platform) => captionRules[platform].most));

/** The size of a text, in the unit of the platform's limit. */
export const captionSize = (platform: Platform, text: string): number =>
  captionRules[platform].unit === 'bytes' ? new TextEncoder().encode(text).length : text.length;

/** Why a platform does not take the title as it is; null if all do. */
export function titleProblem({ title, platforms }: Pick<PostTexts, 'title' | 'platforms'>): string | null {
  if (title === null || !goesToYoutube(platforms)) return null;
  if (ANGLES.test(title)) return "YouTube doesn't take < and > in a title.";
  if (title.length <= YOUTUBE_TITLE_MAX) return null;
  return `YouTube counts an emoji as two characters or more: ${YOUTUBE_TITLE_MAX} at most in a title.`;
}

/** Why a platform does not take its text as it is; null if it does. Without a title, YouTube's is the first line. */
export function captionProblem(platform: Platform, text: string, title: string | null): string | null {
  const { most, unit, hashtags, mentions } = captionRules[platform];
  const takes = (limit: number, what: string, found: number) =>
    found > limit
      ? `${platformNames[platform]} takes ${count(limit)} ${what} at most; these are ${count(found)}.`
      : null;
  return (
    takes(most, unit, captionSize(platform, text)) ??
    takes(hashtags ?? Number.POSITIVE_INFINITY, 'hashtags', text.match(/#[\p{L}\p{N}_]+/gu)?.length ?? 0) ??
    takes(mentions ?? Number.POSITIVE_INFINITY, 'mentions', text.match(/@[\w.]+/g)?.length ?? 0) ??
    (platform === 'youtube' ? youtubeProblem(text, title) : null)
  );
}

/** For each platform that the post goes to and that does not take its text: why. */
export function captionProblems({ title, caption, captions, ...post }: PostTexts): Captions {
  const found = platforms
    .filter((platform) => post.platforms?.includes(platform) ?? true)
    .map((platform) => {
      const text = captions?.[platform] ?? caption;
      return [platform, text === null ? null : captionProblem(platform, text, title)] as const;
    });
  return Object.fromEntries(found.filter(([, problem]) => problem !== null));
}

const ANGLES = /[<>]/;

const count = (many: number): string => many.toLocaleString('en');

function youtubeProblem(text: string, title: string | null): string | null {
  if (ANGLES.test(text)) return "YouTube doesn't take < and > in a caption.";
  const firstLine = text.split('\n', 1)[0] ?? '';
  if (title !== null || firstLine.length <= YOUTUBE_TITLE_MAX) return null;
  return `The first line is YouTube's title: ${YOUTUBE_TITLE_MAX} characters at most.`;
}

/** Whether YouTube's rules hold for the texts. */
export const goesToYoutube = (platforms: PostTexts['platforms']): boolean => platforms?.includes('youtube') ?? true;
