import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deadLetterTopic } from '@reelwright/contracts';
import { stringify } from 'yaml';
import { foldersFrom } from './folders.ts';
import { runTarget } from './say.ts';
import { declaredTopics, type TopicDeclaration } from './topic-declarations.ts';

type Operation = 'Create' | 'Delete' | 'Describe' | 'Read' | 'Write';

interface Acl {
  readonly resource: 'topic' | 'group';
  readonly name: string;
  readonly pattern: 'literal' | 'prefixed';
  readonly operations: readonly Operation[];
}

const FILE = 'deploy/kafka/access.yaml';
const FORMAT = { collectionStyle: 'flow', flowCollectionPadding: false, lineWidth: 0 } as const;
const HEADER = `# What each Kafka user may do: a user per service, by its name, and \`operator\`, who creates the topics and replays dead
# letters. Everything else is denied. node deploy/local/src/kafka-access.ts writes this file from topics.yaml.
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

if (import.meta.main) {
  await runTarget(async () => {
    const { root } = foldersFrom(process.env);
    writeFileSync(join(root, FILE), accessFile(root));
    return 0;
  });
}
