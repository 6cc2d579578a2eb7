import { parseArgs } from 'node:util';
import { createLogger } from '@reelwright/logger';
import { replayDeadLetters } from './replay.ts';

/** `KAFKA_BROKERS=… node replay-command.ts --topic <topic> --group <group> [--limit <n>] [--topic-prefix <prefix>]` */
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
  const brokers = process.env.KAFKA_BROKERS;
  if (!topic || !group) {
    throw new Error('Give --topic and --group: the topic, and the group whose dead letters are published again.');
  }
  if (!brokers) throw new Error('KAFKA_BROKERS is not set: it names the brokers, as host:port.');
  const limit = values.limit ? Number(values.limit) : undefined;
  if (limit !== undefined && !(Number.isInteger(limit) && limit > 0)) {
    throw new Error(`--limit must be a whole number above 0, not "${values.limit}".`);
  }
  const replayed = await replayDeadLetters({
    brokers,
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
