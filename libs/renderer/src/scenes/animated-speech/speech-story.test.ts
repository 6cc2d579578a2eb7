import { captionsOf, sceneOf } from '../../stage/picture.ts';
import { createRandom } from '../../stage/random.ts';
import { storyOf } from './speech-story.ts';

const LINES = [
  'Ciao',
  'Light the evening',
  'Pane fresco ogni mattina fatto a mano nel forno di Faenza',
  '1234567890'.repeat(6),
];

describe('the story of a speech', () => {
  it.each(LINES)('has the hook, «%s» and a laugh one after another, and ends before the name is shown', (line) => {
    for (const seed of ['a', 'b', 'c', 'd', 'e', 'f']) {
      const story = storyOf(createRandom(seed), 'Guess what', line, 1);
      let time = 0.5;
      for (const part of [story.hook, ...story.line, story.laugh]) {
        expect(part.from).toBeGreaterThan(time + 0.1);
        expect(part.until).toBeGreaterThan(part.from);
        time = part.until;
      }
      expect(story.line.at(-1)?.until).toBeLessThanOrEqual(6.0001);
      expect(story.laugh.until).toBeLessThan(7.4);
      expect(story.wink).toBeLessThan(7.6);
      expect(story.best).toBeGreaterThan(story.turn);
      story.songs.forEach(({ timetable, notes }) => {
        expect(notes).toHaveLength(timetable.syllables.length);
      });
    }
  });

  it("has the words of the notes, timed in their caption, and the scene's own line without notes", () => {
    const about = (notes: string) => {
      const subject = { videoId: 'v', variation: 0, style: 'v6' as const, notes, brand: null };
      const scene = sceneOf(subject);
      return { scene, caption: captionsOf(subject, scene)[1] };
    };
    const { caption } = about('Bread at seven. Every day.');
    expect(caption?.text).toBe('Bread at seven');
    expect(caption?.wordTimes?.slice(0, 3).map(({ word }) => word)).toEqual([0, 1, 2]);
    const own = about('');
    expect(own.caption?.text).toBe(own.scene.line);
  });

  it('differs in timing from seed to seed', () => {
    const starts = ['a', 'b', 'c'].map(
      (seed) => storyOf(createRandom(seed), 'Guess what', 'Light the evening', 1).turn,
    );
    expect(new Set(starts).size).toBe(3);
  });
});
