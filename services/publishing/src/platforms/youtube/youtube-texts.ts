import { captionRules, YOUTUBE_TITLE_MAX } from '@reelwright/product';
import { cutText } from '@reelwright/text';
import { DEFAULT_TITLE, type Job } from '../connector.ts';

/** Title and description as YouTube takes them: without < and >, and within its limits. */
export function youtubeTexts({ title, caption }: Pick<Job, 'title' | 'caption'>) {
  return {
    title: cutText(withoutAngles(title).trim(), YOUTUBE_TITLE_MAX) || DEFAULT_TITLE,
    description: cutText(withoutAngles(caption), captionRules.youtube.most, Buffer.byteLength),
  };
}

const withoutAngles = (text: string): string => text.replaceAll(/[<>]/g, '');
