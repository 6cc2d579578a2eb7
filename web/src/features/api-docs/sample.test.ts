import { expect, it } from '@jest/globals';
import { asyncExample, bearerExample, calls } from '../../content/api-docs.ts';
import { languages, sampleOf } from './sample.ts';

const origin = 'https://reelwright.test';
const example = (title: string) => {
  const found = calls.flatMap(({ examples }) => examples).find((each) => each.title === title);
  if (!found) throw new Error(`there is no example '${title}'`);
  return found;
};

it('sends a form with its file, its fields and the key', () => {
  expect(sampleOf(asyncExample, 'curl', origin)).toBe(
    [
      'curl https://reelwright.test/api/external/tiktok/post \\',
      '  -H "X-API-Key: $REELWRIGHT_API_KEY" \\',
      '  -H "Prefer: respond-async" \\',
      "  -F 'description=Made with Reelwright' \\",
      "  -F 'videoFile=@video.mp4'",
    ].join('\n'),
  );
  const script = sampleOf(asyncExample, 'JavaScript', origin);
  expect(script).toContain("'X-API-Key': process.env.REELWRIGHT_API_KEY,");
  expect(script).toContain("form.append('videoFile', new Blob([await readFile('video.mp4')]), 'video.mp4');");
  expect(sampleOf(asyncExample, 'Python', origin)).toContain('files={"videoFile": open("video.mp4", "rb")},');
});

it('encodes the video into the JSON body as base64', () => {
  expect(sampleOf(example('Post base64'), 'curl', origin)).toBe(
    [
      `{ printf '%s' '{"platforms":["facebook"],"description":"Made with Reelwright","videoFile":"'; base64 < video.mp4 | tr -d '\\n'; printf '"}'; } |`,
      'curl https://reelwright.test/api/external/post-video \\',
      '  -H "X-API-Key: $REELWRIGHT_API_KEY" \\',
      '  -H "Content-Type: application/json" \\',
      '  --data-binary @-',
    ].join('\n'),
  );
});

it('reads a variable in a path or a token from the environment, in each language', () => {
  const ask = example('Ask for a post');
  expect(sampleOf(ask, 'curl', origin)).toContain('curl "https://reelwright.test/api/external/posts/$POST_ID"');
  expect(sampleOf(ask, 'JavaScript', origin)).toMatch(/posts\/\$\{process\.env\.POST_ID\}`/);
  expect(sampleOf(ask, 'Python', origin)).toContain("posts/{os.environ['POST_ID']}\"");
  expect(sampleOf(bearerExample, 'Python', origin)).toContain('f"Bearer {os.environ[\'REELWRIGHT_API_KEY\']}"');
});

it('uses only this site as host in every example', () => {
  for (const each of calls.flatMap(({ examples }) => examples)) {
    for (const language of languages) {
      const addresses = sampleOf(each, language, origin).match(/https?:\/\/[^/'"`\s]+/g) ?? [];
      expect(new Set(addresses)).toEqual(new Set([origin]));
    }
  }
});
