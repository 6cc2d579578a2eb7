import type { Acl } from './kafka-access.ts';
import { ExpectedError } from './say.ts';

const CONNECT = '--bootstrap-server "$KAFKA_BROKERS" --command-config admin.properties';

/**
 * The commands of Kafka's own tools that make users and give them their permissions. Permissions that differ in the name of
 * the topic or group only are one command: each starts a virtual machine.
 * @param only that user alone; `as` is the name it gets
 */
export function kafkaCommands(access: Readonly<Record<string, readonly Acl[]>>, only?: string, as = only): string[] {
  if (only !== undefined && !Object.hasOwn(access, only)) {
    throw new ExpectedError(
      `There is no user "${only}" in deploy/kafka/access.yaml: ${Object.keys(access).join(', ')}.`,
    );
  }
  const users = Object.entries(access).filter(([user]) => only === undefined || user === only);
  return users.flatMap(([user, acls]) => {
    const name = as ?? user;
    return [passwordCommand(name), ...permissionCommands(name, acls)];
  });
}

function passwordCommand(user: string): string {
  const config = `SCRAM-SHA-512=[password=<password of ${user}>]`;
  return `kafka-configs ${CONNECT} --alter --entity-type users --entity-name ${user} --add-config '${config}'`;
}

function permissionCommands(user: string, acls: readonly Acl[]): string[] {
  const commands = new Map<string, string[]>();
  for (const { resource, name, pattern, operations } of acls) {
    const options = [
      ...operations.map((operation) => `--operation ${operation}`),
      `--resource-pattern-type ${pattern}`,
    ].join(' ');
    const key = `${resource} ${options}`;
    const command = commands.get(key) ?? [`kafka-acls ${CONNECT} --add --allow-principal User:${user} ${options}`];
    command.push(`--${resource} ${name}`);
    commands.set(key, command);
  }
  return [...commands.values()].map((command) => command.join(' '));
}
