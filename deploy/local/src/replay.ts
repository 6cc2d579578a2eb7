import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { foldersFrom } from './folders.ts';
import { runningBroker } from './running-broker.ts';
import { ExpectedError, runTarget } from './say.ts';

/** Publishes dead letters again, on the running stack's broker or on KAFKA_BROKERS. */
await runTarget(async () => {
  const { env } = process;
  const folders = foldersFrom(env);
  const { TOPIC: topic, GROUP: group, LIMIT: limit } = env;
  if (!topic || !group) {
    throw new ExpectedError('Name the topic and the group: make replay TOPIC=reelwright.auth.user.v1 GROUP=billing');
  }
  const broker = env.KAFKA_BROKERS ? {} : runningBroker(folders, 'operator');
  if (!broker) throw new ExpectedError("Reelwright is not running: run 'make up' first, or set KAFKA_BROKERS.");
  const command = join(folders.root, 'libs/kafka/src/replay-command.ts');
  const args = ['--topic', topic, '--group', group, ...(limit ? ['--limit', limit] : [])];
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', command, ...args], {
    stdio: 'inherit',
    env: { ...env, ...broker },
  });
  const [code] = await once(child, 'close');
  return typeof code === 'number' ? code : 1;
});
