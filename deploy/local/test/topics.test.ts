import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { events, topics } from '@reelwright/contracts';
import { accessOf } from '../src/kafka-access.ts';
import { kafkaCommands } from '../src/kafka-commands.ts';
import { declaredTopics, topicsToCreate } from '../src/topic-declarations.ts';

const ROOT = join(import.meta.dirname, '../../..');
const SERVICES = readdirSync(join(ROOT, 'services')).filter((name) => name !== 'decisions');
const declared = declaredTopics(ROOT);

/** A service's source without its tests and `recalls.consumer.ts`. */
function sourceOf(service: string): string {
  const folder = join(ROOT, 'services', service, 'src');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/(\.test|\/recalls\.consumer)\.ts$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}

const topicsOf = (matches: Iterable<RegExpMatchArray>) =>
  [...new Set([...matches].map((match) => events[match[1] as keyof typeof events].topic))].sort();

/**
 * The topics a service subscribes to, from its source: `on(events.X, …)`, with or without types. `recalls.consumer.ts`
 * reads the service's own events after a restore, without a group and so without dead letters.
 */
function subscriptionsOf(service: string): string[] {
  return topicsOf(sourceOf(service).matchAll(/\bon(?:<[^(]*>)?\(\s*events\.(\w+)/g));
}

describe('deploy/kafka/topics.yaml', () => {
  it('declares the topics of the contracts, each once, by its owner', () => {
    expect(declared.map(({ name }) => name).sort()).toEqual(Object.values(topics).sort());
    for (const { name, owner } of declared) expect(name.split('.')[1]).toBe(owner);
  });

  it.each(SERVICES)(
    'lists %s for exactly the topics that it reads, so that its dead letters have a topic',
    (service) => {
      const listed = declared.filter(({ consumers }) => consumers.includes(service)).map(({ name }) => name);
      expect(listed.sort()).toEqual(subscriptionsOf(service));
    },
  );

  it.each(SERVICES)('lists %s as a writer of exactly the topics that it publishes to', (service) => {
    const listed = declared.filter(({ writers }) => writers.includes(service)).map(({ name }) => name);
    expect(listed.sort()).toEqual(topicsOf(sourceOf(service).matchAll(/\benqueueEvent\(\s*\w+,\s*events\.(\w+)/g)));
  });

  it('has three replicas of each topic and its dead letters, two of them in sync, and one where there is one broker', () => {
    const replicas = (brokers: number) =>
      topicsToCreate(declared, brokers).map(({ replicationFactor, configEntries }) => [
        replicationFactor,
        configEntries.find(({ name }) => name === 'min.insync.replicas')?.value,
      ]);
    expect(new Set(replicas(3).map(String))).toEqual(new Set(['3,2']));
    expect(replicas(2)).toEqual(replicas(3));
    expect(new Set(replicas(1).map(String))).toEqual(new Set(['1,1']));
    expect(topicsToCreate(declared, 3).map(({ topic }) => topic)).toContain('reelwright.auth.user.v1.dlq.billing');
  });

  it('gives each service the permissions of what it owns, writes and reads, and no others', () => {
    const access = accessOf(declared);
    expect(Object.keys(access)).toEqual([...SERVICES.toSorted(), 'operator']);
    const topic = (name: string, ...operations: string[]) => ({
      resource: 'topic',
      name,
      pattern: 'literal',
      operations,
    });
    expect(access.drive).toEqual([
      topic('reelwright.auth.user.v1', 'Describe', 'Read'),
      topic('reelwright.auth.erasure.v1', 'Describe', 'Write'),
      topic('reelwright.scheduling.video.v1', 'Describe', 'Read'),
      topic('reelwright.generation.video.v1', 'Describe', 'Read'),
      topic('reelwright.drive.delivery.v1', 'Describe', 'Read', 'Write'),
      topic('reelwright.auth.user.v1.dlq.drive', 'Describe', 'Write'),
      topic('reelwright.scheduling.video.v1.dlq.drive', 'Describe', 'Write'),
      topic('reelwright.generation.video.v1.dlq.drive', 'Describe', 'Write'),
      { resource: 'group', name: 'drive', pattern: 'literal', operations: ['Read'] },
      { resource: 'group', name: 'drive.look-up.', pattern: 'prefixed', operations: ['Delete', 'Read'] },
    ]);
  });

  it('lets the operator see how far each service has read', () => {
    for (const service of SERVICES)
      expect(accessOf(declared).operator).toContainEqual({
        resource: 'group',
        name: service,
        pattern: 'literal',
        operations: ['Describe'],
      });
  });

  it('prints the commands that make a user and give it its permissions', () => {
    const connect = '--bootstrap-server "$KAFKA_BROKERS" --command-config admin.properties';
    const add = `kafka-acls ${connect} --add --allow-principal User:external-api-2`;
    expect(kafkaCommands(accessOf(declared), 'external-api', 'external-api-2')).toEqual([
      `kafka-configs ${connect} --alter --entity-type users --entity-name external-api-2 ` +
        "--add-config 'SCRAM-SHA-512=[password=<password of external-api-2>]'",
      `${add} --operation Describe --operation Read --resource-pattern-type literal ` +
        '--topic reelwright.auth.user.v1 --topic reelwright.publishing.post.v1',
      `${add} --operation Describe --operation Write --resource-pattern-type literal --topic reelwright.auth.erasure.v1 ` +
        '--topic reelwright.auth.user.v1.dlq.external-api --topic reelwright.publishing.post.v1.dlq.external-api',
      `${add} --operation Read --resource-pattern-type literal --group external-api`,
    ]);
  });

  it('prints commands for each permission of each user', () => {
    const access = accessOf(declared);
    const all = kafkaCommands(access).join('\n');
    for (const [user, acls] of Object.entries(access)) {
      expect(all).toContain(`--entity-name ${user} `);
      const named =
        kafkaCommands(access, user)
          .join(' ')
          .match(/--(topic|group) \S+/g) ?? [];
      expect(named.sort()).toEqual(acls.map(({ resource, name }) => `--${resource} ${name}`).sort());
    }
    expect(() => kafkaCommands(access, 'nobody')).toThrow('There is no user "nobody"');
  });
});
