import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { deadLetterTopic } from '@reelwright/contracts';
import { parse, stringify } from 'yaml';
import { foldersFrom } from './folders.ts';
import { kafkaCommands } from './kafka-commands.ts';
import { runTarget, say } from './say.ts';
import { declaredTopics, type TopicDeclaration } from './topic-declarations.ts';

type Operation = 'Create' | 'Delete' | 'Describe' | 'Read' | 'Write';

export interface Acl {
  readonly resource: 'topic' | 'group';
  readonly name: string;
  readonly pattern: 'literal' | 'prefixed';
  readonly operations: readonly Operation[];
}

const FILE = 'deploy/kafka/access.yaml';
const FORMAT = { collectionStyle: 'flow', flowCollectionPadding: false, lineWidth: 0 } as const;
const HEADER = `# What each Kafka user may do: a user per service, by its name, and \`operator\`, who creates the topics, replays dead
# letters and sees how far each service has read. Everything else is denied. node deploy/local/src/kafka-access.ts writes this
# file from topics.yaml, and with --commands prints the commands that apply it.
`;

/** The permissions of each user. */
export function accessOf(topics: readonly TopicDeclaration[]): Record<string, Acl[]> {
  const services = [...new Set(topics.flatMap(({ writers, consumers }) => [...writers, ...consumers]))].sort();
  return Object.fromEntries([
    ...services.map((service) => [service, accessOfService(service, topics)]),
    ['operator', accessOfOperator(services)],
  ]);
}

function accessOfService(service: string, topics: readonly TopicDeclaration[]): Acl[] {
  const owned = topics.filter(({ owner }) => owner === service);
  const consumed = topics.filter(({ consumers }) => consumers.includes(service));
  return [
    ...topics.flatMap((topic) => {
      const operations: Operation[] = [
        // After a restore an owner reads what it had published.
        ...(owned.includes(topic) || consumed.includes(topic) ? (['Read'] as const) : []),
        ...(topic.writers.includes(service) ? (['Write'] as const) : []),
      ];
      return operations.length > 0 ? [acl('topic', topic.name, ['Describe', ...operations])] : [];
    }),
    ...consumed.map(({ name }) => acl('topic', deadLetterTopic(name, service), ['Describe', 'Write'])),
    acl('group', service, ['Read']),
    ...(owned.length > 0 ? [acl('group', `${service}.look-up.`, ['Delete', 'Read'], 'prefixed')] : []),
  ];
}

function accessOfOperator(services: readonly string[]): Acl[] {
  return [
    acl('topic', 'reelwright.', ['Create', 'Describe', 'Read', 'Write'], 'prefixed'),
    ...services.map((service) => acl('group', `${service}.replay`, ['Read'])),
    // kafka-consumer-groups shows the lag of a service.
    ...services.map((service) => acl('group', service, ['Describe'])),
  ];
}

function acl(
  resource: Acl['resource'],
  name: string,
  operations: Acl['operations'],
  pattern: Acl['pattern'] = 'literal',
): Acl {
  return { resource, name, pattern, operations };
}

/** A line per permission. */
function accessFile(root: string): string {
  const users = Object.entries(accessOf(declaredTopics(root))).map(([user, acls]) => {
    const lines = acls.map((entry) => `  - ${stringify(entry, FORMAT)}`);
    return `${user}:\n${lines.join('')}`;
  });
  return HEADER + users.join('');
}

/** Whether deploy/kafka/access.yaml is not what topics.yaml gives. */
export function isAccessDrifted(root: string): boolean {
  return readFileSync(join(root, FILE), 'utf8') !== accessFile(root);
}

/**
 * `node deploy/local/src/kafka-access.ts` writes deploy/kafka/access.yaml.
 * `node deploy/local/src/kafka-access.ts --commands [--user billing [--as billing-2]]` prints the commands that apply it.
 */
if (import.meta.main) {
  await runTarget(async () => {
    const { root } = foldersFrom(process.env);
    const { values } = parseArgs({
      options: { commands: { type: 'boolean', default: false }, user: { type: 'string' }, as: { type: 'string' } },
    });
    if (values.commands) {
      const access = parse(readFileSync(join(root, FILE), 'utf8')) as Record<string, Acl[]>;
      for (const command of kafkaCommands(access, values.user, values.as)) say(command);
    } else writeFileSync(join(root, FILE), accessFile(root));
    return 0;
  });
}
