import { createCanvas } from '@napi-rs/canvas';
import { labelFrom, phraseFrom } from '@reelwright/text';
import type { RenderRequest } from '../request.ts';
import { sceneMakers } from '../scenes/scenes.ts';
import { type Caption, layOut } from './caption-layout.ts';
import { captionLooks } from './caption-looks.ts';
import { mannerOf } from './caption-manners.ts';
import { drawCaption } from './captions.ts';
import { fromHex } from './colour.ts';
import { createDeveloper } from './develop.ts';
import { captionMeasure } from './fonts.ts';
import { createRandom } from './random.ts';
import type { Scene } from './scene.ts';
import { createSmoother } from './smooth.ts';
import type { Timetable } from './timetable.ts';

/** Length of the story in seconds; a clip of another length plays it faster or slower. */
export const STORY = 8;

/** Seconds that a spoken caption is shown before its first word and after its last word. */
const BEFORE_WORDS = 0.28;

export type ClipSubject = Pick<RenderRequest, 'videoId' | 'variation' | 'style' | 'notes' | 'brand' | 'logoEdge'>;

export function seedOf({ videoId, variation, style }: ClipSubject): string {
  return `${style}/${variation}/${videoId}`;
}

/** Creates the scene of a clip; all its choices are drawn from the seed. */
export function sceneOf(subject: ClipSubject): Scene {
  const accents = (subject.brand?.colours ?? []).map(fromHex);
  const words = phraseFrom(subject.notes);
  return sceneMakers[subject.style]({ random: createRandom(seedOf(subject)), accents, words });
}

/** The captions of a clip with their times. */
export function captionsOf(subject: ClipSubject, scene: Scene): Caption[] {
  const line = phraseFrom(subject.notes) ?? scene.line;
  const captions: Caption[] = scene.spoken
    ? [
        spokenCaption([scene.spoken.hook], 74, (scene.spoken.line[0]?.from ?? STORY) - BEFORE_WORDS),
        spokenCaption(scene.spoken.line, 70, STORY),
      ]
    : [
        { text: scene.hook, from: 0.3, until: 2.5, pixels: 76 },
        { text: line, from: 2.75, until: 6.1, pixels: 70 },
      ];
  const name = labelFrom(subject.brand?.name ?? '');
  const trade = labelFrom(subject.brand?.occupation ?? '');
  if (name) captions.push({ text: name, from: 6.3, until: 9, pixels: 84, tone: 'name' });
  if (trade) captions.push({ text: trade, from: 6.5, until: 9, pixels: 46, tone: 'trade' });
  return captions;
}

/** The caption of a line that is spoken once or more: shown from shortly before the first word to shortly after the last. */
function spokenCaption(times: readonly Timetable[], pixels: number, latest: number): Caption {
  const first = times[0] as Timetable;
  return {
    text: first.words.map((word) => word.text).join(' '),
    from: Math.max(0, first.from - BEFORE_WORDS),
    until: Math.min(latest, (times.at(-1)?.until ?? first.until) + BEFORE_WORDS),
    pixels,
    wordTimes: times.flatMap(({ words }) => words.map(({ from, until }, word) => ({ word, from, until }))),
  };
}

/**
 * Draws frames of one clip: the film is traced at the scene's size, smoothed with `smooth`, enlarged, and captioned. With
 * `captions: false` it is the picture alone, for a poster that others set their own text beside.
 */
export function createPicture(
  subject: ClipSubject,
  size: { width: number; height: number },
  detail: number,
  { smooth = false, captions: shown = true }: { smooth?: boolean; captions?: boolean } = {},
) {
  const scene = sceneOf(subject);
  const manner = mannerOf[subject.style];
  const captions = shown
    ? layOut(captionsOf(subject, scene), manner, captionMeasure(manner.name), subject.logoEdge)
    : [];
  const random = createRandom(`${seedOf(subject)}/captions`);
  const accents = (subject.brand?.colours ?? []).map(fromHex);
  const look = random.pick(captionLooks(manner.name, accents, random.range(0, 360)));
  const filmWidth = Math.min(size.width, Math.max(32, Math.round(1080 * scene.detail * detail)));
  const filmHeight = Math.round((filmWidth * size.height) / size.width);
  const { film, develop } = createDeveloper(filmWidth, filmHeight, scene.grade);
  const smoother = smooth ? createSmoother(film.width, film.height) : null;
  const scale = smoother ? 2 : 1;
  const small = createCanvas(film.width * scale, film.height * scale);
  const smallPen = small.getContext('2d');
  const image = smallPen.createImageData(small.width, small.height);
  const developed = smoother ? new Uint8ClampedArray(film.width * film.height * 4) : image.data;
  const canvas = createCanvas(size.width, size.height);
  const pen = canvas.getContext('2d');

  /** Traces the frame at a time. */
  function trace(time: number, frame: number): void {
    scene.paint(film, time, frame);
    develop(frame, developed);
    smoother?.(developed, image.data);
  }

  /** The traced frame as RGBA bytes, enlarged and with captions; the next call overwrites them. */
  function compose(time: number): Uint8Array {
    smallPen.putImageData(image, 0, 0);
    pen.setTransform(1, 0, 0, 1, 0, 0);
    // High-quality scaling lets a little of the previous frame through at the edges, so the canvas is cleared to black.
    pen.fillStyle = '#000';
    pen.fillRect(0, 0, size.width, size.height);
    pen.imageSmoothingEnabled = true;
    pen.imageSmoothingQuality = smoother || film.width < size.width / 3 ? 'low' : 'high';
    pen.drawImage(small, -2, -2, size.width + 4, size.height + 4);
    pen.scale(size.width / 1080, size.height / 1920);
    scene.overlay?.(pen, time);
    for (const caption of captions) drawCaption(pen, caption, manner, look, time);
    return canvas.data();
  }

  function draw(time: number, frame: number): Uint8Array {
    trace(time, frame);
    return compose(time);
  }
  return { scene, trace, compose, draw };
}
