import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { events, topics } from '@reelwright/contracts';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '../../..');
const declared = parse(readFileSync(join(ROOT, 'deploy/kafka/topics.yaml'), 'utf8')) as {
  name: string;
  owner: string;
  consumers: string[];
}[];

/**
 * The topics a service subscribes to, from its source: `on(events.X, …)`, with or without types. `recalls.consumer.ts`
 * reads the service's own events after a restore, without a group and so without dead letters.
 */
function subscriptionsOf(service: string): string[] {
  const folder = join(ROOT, 'services', service, 'src');
  const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/(\.test|\/recalls\.consumer)\.ts$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  const names = [...source.matchAll(/\bon(?:<[^(]*>)?\(\s*events\.(\w+)/g)].map(
    (match) => match[1] as keyof typeof events,
  );
  return [...new Set(names.map((name) => events[name].topic))].sort();
}

describe('deploy/kafka/topics.yaml', () => {
  it('declares the topics of the contracts, each once, by its owner', () => {
    expect(declared.map(({ name }) => name).sort()).toEqual(Object.values(topics).sort());
    for (const { name, owner } of declared) expect(name.split('.')[1]).toBe(owner);
  });

  it.each(readdirSync(join(ROOT, 'services')).filter((name) => name !== 'decisions'))(
    'lists %s for exactly the topics that it reads, so that its dead letters have a topic',
    (service) => {
      const listed = declared.filter(({ consumers }) => consumers.includes(service)).map(({ name }) => name);
      expect(listed.sort()).toEqual(subscriptionsOf(service));
    },
  );
});
