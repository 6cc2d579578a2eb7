/** The longest title, in code points. */
export const TITLE_MAX = 100;
/** The longest title that YouTube takes, in UTF-16 units. */
export const YOUTUBE_TITLE_MAX = 100;

/** The texts of a post; null where it has none, and null platforms are all of them. */
export interface PostTexts {
  readonly title: string | null;
  readonly caption: string | null;
  readonly platforms: readonly string[] | null;
}

/** Why a platform does not take the title as it is; null if all do. */
export function titleProblem({ title, platforms }: Omit<PostTexts, 'caption'>): string | null {
  if (title === null || !goesToYoutube(platforms)) return null;
  if (ANGLES.test(title)) return "YouTube doesn't take < and > in a title.";
  if (title.length <= YOUTUBE_TITLE_MAX) return null;
  return `YouTube counts an emoji as two characters or more: ${YOUTUBE_TITLE_MAX} at most in a title.`;
}

/** Why a platform does not take the caption as it is; null if all do. Without a title, YouTube's is the first line. */
export function captionProblem({ title, caption, platforms }: PostTexts): string | null {
  if (caption === null || !goesToYoutube(platforms)) return null;
  if (ANGLES.test(caption)) return "YouTube doesn't take < and > in a caption.";
  const firstLine = caption.split('\n', 1)[0] ?? '';
  if (title !== null || firstLine.length <= YOUTUBE_TITLE_MAX) return null;
  return `The first line is YouTube's title: ${YOUTUBE_TITLE_MAX} characters at most.`;
}

const ANGLES = /[<>]/;

/** Whether YouTube's rules hold for the texts. */
export const goesToYoutube = (platforms: PostTexts['platforms']): boolean => platforms?.includes('youtube') ?? true;
