import type { Video } from '../features/videos/api.ts';

const closePage = 'You can close this page. Your video will be in your Drive.';

interface Words {
  title: string;
  text: string;
}

/** Headline and first sentence about the one video of the free plan. `next`: the sentence about the next free video. */
export function freeVideoWords(video: Video | undefined, next: string): Words {
  const inProgress = { title: 'Video In Progress!', text: closePage };
  if (!video) return inProgress;
  const { state, place, nextTryAt, message } = video.stages.rendering;
  // The note below says why.
  if (state === 'failed') return { title: 'This video could not be made', text: 'You can make another one now.' };
  if (state === 'done') return { title: 'Your video is ready', text: deliveryWords(video, next) };
  if (state === 'running') return inProgress;
  if (nextTryAt !== null) {
    return { title: message?.replace(/\.$/, '') || 'Your video will be tried again', text: closePage };
  }
  return place === null ? inProgress : { title: 'Your video is in line', text: closePage };
}

function deliveryWords({ mediaUrl, stages }: Video, next: string): string {
  const { state, code } = stages.drive;
  if (state === 'done') return `It is in your Drive. ${next}`;
  const watch = mediaUrl ? 'You can watch it here. ' : '';
  if (state === 'failed') return `${watch}It could not be saved to your Drive.`;
  return `${watch}It ${code ? 'will be in your Drive as soon as Google Drive accepts it' : 'is on its way to your Drive'}.`;
}
