import { parseArgs } from 'node:util';
import { kafkaSettings, loadConfig, Type } from '@reelwright/config';
import { createLogger } from '@reelwright/logger';
import { kafkaConnection } from './connection.ts';
import { replayDeadLetters } from './replay.ts';

/** `KAFKA_BROKERS=… node replay-command.ts --topic <topic> --group <group> [--limit <n>] [--topic-prefix <prefix>]`; reads all of `kafkaSettings`. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      topic: { type: 'string' },
      group: { type: 'string' },
      limit: { type: 'string' },
      'topic-prefix': { type: 'string' },
    },
  });
  const { topic, group } = values;
  if (!topic || !group) {
    throw new Error('Give --topic and --group: the topic, and the group whose dead letters are published again.');
  }
  const connection = kafkaConnection(loadConfig(Type.Object(kafkaSettings), process.env));
  const limit = values.limit ? Number(values.limit) : undefined;
  if (limit !== undefined && !(Number.isInteger(limit) && limit > 0)) {
    throw new Error(`--limit must be a whole number above 0, not "${values.limit}".`);
  }
  const replayed = await replayDeadLetters({
    ...connection,
    topic,
    group,
    logger: createLogger({ service: 'replay', level: process.env.LOG_LEVEL || 'warn' }),
    topicPrefix: values['topic-prefix'] ?? '',
    ...(limit !== undefined && { limit }),
  });
  const letters = replayed === 1 ? 'dead letter' : 'dead letters';
  process.stdout.write(`${replayed} ${letters} of ${group} published again to ${topic}.\n`);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
