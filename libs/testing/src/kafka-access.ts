import { readFileSync } from 'node:fs';
// Node sees none of the enumerations by its name.
import kafkajs, { type AclOperationTypes, type Admin } from 'kafkajs';
import { parse } from 'yaml';
import { eventually } from './eventually.ts';

interface Acl {
  readonly resource: 'topic' | 'group';
  readonly name: string;
  readonly pattern: 'literal' | 'prefixed';
  readonly operations: readonly string[];
}

const FILE = new URL('../../../deploy/kafka/access.yaml', import.meta.url);
const users = new Map(Object.entries(parse(readFileSync(FILE, 'utf8')) as Record<string, Acl[]>));

/** The users of deploy/kafka/access.yaml. */
export const kafkaUsers: readonly string[] = [...users.keys()];

/** Whether deploy/kafka/access.yaml has the user. */
export const isKafkaUser = (user: string): boolean => users.has(user);

/**
 * Grants a user what deploy/kafka/access.yaml lists, for topics and groups with a prefix.
 * @returns takes it back
 */
export async function grantAccess(admin: Admin, user: string, prefix: string): Promise<() => Promise<void>> {
  const principal = `User:${user}`;
  const acl = (users.get(user) ?? []).flatMap(({ resource, name, pattern, operations }) =>
    operations.map((operation) => ({
      principal,
      host: '*',
      resourceType: resource === 'topic' ? kafkajs.AclResourceTypes.TOPIC : kafkajs.AclResourceTypes.GROUP,
      resourceName: prefix + name,
      resourcePatternType:
        pattern === 'literal' ? kafkajs.ResourcePatternTypes.LITERAL : kafkajs.ResourcePatternTypes.PREFIXED,
      operation: operationOf(operation),
      permissionType: kafkajs.AclPermissionTypes.ALLOW,
    })),
  );
  await admin.createAcls({ acl });
  // The broker learns of them from its controller a moment later.
  await eventually(async () => {
    const { resources } = await admin.describeAcls({
      principal,
      resourceType: kafkajs.AclResourceTypes.ANY,
      resourcePatternType: kafkajs.ResourcePatternTypes.ANY,
      operation: kafkajs.AclOperationTypes.ANY,
      permissionType: kafkajs.AclPermissionTypes.ANY,
    });
    const known = resources.filter(({ resourceName }) => resourceName.startsWith(prefix));
    if (known.flatMap(({ acls }) => acls).length < acl.length) throw new Error(`${user} does not have its ACLs yet`);
  });
  return async () => void (await admin.deleteAcls({ filters: acl }));
}

function operationOf(name: string): AclOperationTypes {
  const operation = kafkajs.AclOperationTypes[name.toUpperCase() as keyof typeof kafkajs.AclOperationTypes];
  if (operation === undefined) throw new Error(`${FILE}: there is no operation ${name}`);
  return operation;
}
