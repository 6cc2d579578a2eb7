import { handWrittenAnswers } from '../src/web-answers.ts';

const FILE = 'web/src/features/videos/shapes.ts';

it.each([
  ['a cast', 'const videos = list as HandVideo[];'],
  ['a cast of the old kind', 'const videos = <HandVideo[]>list;'],
  ['a cast to anything', 'const videos = show(list as never);'],
  ['a type guard', 'function isVideo(value: unknown): value is HandVideo { return true; }'],
  ['the client as a whole', "import * as client from '../../lib/api-client.ts';"],
  ['the client at first use', "const client = import('../../lib/api-client.ts');"],
  ['the client, passed on', "export { request } from '../../lib/api-client.ts';"],
  ['fetch', "const videos = await fetch('/api/videos');"],
  ['fetch of the window', "const videos = await window.fetch('/api/videos');"],
  ['fetch by its name', "const videos = await globalThis['fetch']('/api/videos');"],
  ['fetch as a value', 'const send = fetch;'],
  ['another sender', 'const asked = new XMLHttpRequest();'],
])('%s is refused in the web app', (_, text) => {
  expect(handWrittenAnswers(FILE, `\n${text}`)).toEqual([expect.stringMatching(`^${FILE}:2: `)]);
  expect(handWrittenAnswers('web/src/features/videos/api.ts', text)).toHaveLength(1);
});

it.each([
  [
    'a call',
    FILE,
    "import { request } from '../../lib/api-client.ts';\nconst list = await request('GET', '/api/videos');",
  ],
  ['a constant', FILE, "const states = ['ready'] as const;"],
  ['a style', FILE, "const style = { '--on': 1 } as CSSProperties;"],
  ['an import of another name', FILE, "import { videos as shown } from './videos.ts';"],
  ['another read', FILE, 'await refetch(); await client.fetchQuery(videosQuery);'],
  ['the client itself', 'web/src/lib/api-client.ts', 'const list = (await fetch(path)) as T;'],
  ['a test', 'web/src/pages/videos.test.tsx', 'const list = (await fetch(path)) as T;'],
  ['a service', 'services/drive/src/app.ts', 'const list = (await fetch(path)) as T;'],
  ['a signal without an answer', 'web/src/app/record-page-view.ts', 'navigator.sendBeacon(path);'],
])('%s is not', (_, path, text) => {
  expect(handWrittenAnswers(path, text)).toEqual([]);
});
