import type { Folders } from './folders.ts';
import { kafkaFolder, saslSettings } from './kafka-security.ts';
import { readSecrets } from './secrets.ts';
import { isSupervised, readState } from './supervisor/state.ts';

/** The settings with which a user connects to the broker of a running stack; undefined when no stack runs, or one without a broker. */
export function runningBroker({ data, run }: Folders, user: string) {
  const state = readState(run);
  const parts = isSupervised(state) ? state.parts : [];
  const brokers = parts.find(({ name }) => name === 'kafka')?.address;
  const password = readSecrets(run)?.kafkaPassword;
  if (!brokers || !password) return undefined;
  const isSecured = parts.some(({ name }) => name === 'grants');
  return isSecured ? saslSettings(kafkaFolder(data, true), { brokers, user, password }) : { KAFKA_BROKERS: brokers };
}
