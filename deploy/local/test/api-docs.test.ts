import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { platforms } from '@reelwright/product';

const ROOT = join(import.meta.dirname, '../../..');

interface Content {
  calls: { id: string; path: string; parameters: { name: string; need: string; text: string }[] }[];
  limits: [string, string][];
}
interface Posts {
  readPostRequest: (body: Record<string, unknown>, hasFile: boolean, only?: string) => unknown;
}
interface RateLimits {
  limits: Record<'request' | 'read' | 'upload', { limit: number; windowMs: number }>;
}

// By path, because the packages of page and server must not depend on each other.
const load = async <Module>(path: string) => (await import(pathToFileURL(join(ROOT, path)).href)) as Module;
const content = await load<Content>('web/src/content/api-docs.ts');
const { readPostRequest } = await load<Posts>('services/external-api/src/posts/post-request.ts');
const server = await load<RateLimits>('services/external-api/src/rate-limits/rate-limit.ts');

const values: Readonly<Record<string, unknown>> = { platforms, videoUrl: 'https://example.com/video.mp4' };
const postCalls = content.calls.filter(({ id }) => id.startsWith('post-'));

/** As the server reads it: the file is not a field. */
function read(
  { id, parameters }: Content['calls'][number],
  without: string[] = [],
  more: Record<string, unknown> = {},
) {
  const names = parameters.map(({ name }) => name).filter((name) => !without.includes(name));
  const fields = names.filter((name) => name !== 'videoFile').map((name) => [name, values[name] ?? 'x']);
  const only = id === 'post-video' ? undefined : id.replace('post-', '');
  return readPostRequest({ ...Object.fromEntries(fields), ...more }, names.includes('videoFile'), only);
}

describe.each(postCalls.map((call) => [call.path, call] as const))('what /api-docs says of %s', (_path, call) => {
  it('lists the fields that the server accepts and requires', () => {
    expect(read(call)).toBeTruthy();
    for (const { name, need } of call.parameters) {
      // Instagram is among the platforms, and needs an address.
      if (need === 'optional' && name !== 'videoUrl') expect(read(call, [name])).toBeTruthy();
      if (need === 'required') expect(() => read(call, [name])).toThrow(name);
      if (need === 'required, or videoUrl') expect(() => read(call, [name, 'videoUrl'])).toThrow(/videoUrl/);
    }
  });

  it('gives the longest length of each text', () => {
    for (const { name, text } of call.parameters) {
      const [, most] = /([\d,]+) characters at most/.exec(text) ?? [];
      if (most === undefined) continue;
      const length = Number(most.replaceAll(',', ''));
      expect(read(call, [], { [name]: 'x'.repeat(length) })).toBeTruthy();
      expect(() => read(call, [], { [name]: 'x'.repeat(length + 1) })).toThrow(`${name} may have ${most} characters`);
    }
  });
});

it('/api-docs names the limits of the server', () => {
  const { request, read: reads, upload } = server.limits;
  expect(content.limits.map(([limit]) => limit)).toEqual([
    `${request.limit} requests an hour`,
    `${reads.limit} reads of posts an hour`,
    `${upload.limit} video uploads an hour`,
    '100 MB per video',
  ]);
  for (const { windowMs } of [request, reads, upload]) expect(windowMs).toBe(3_600_000);
});
