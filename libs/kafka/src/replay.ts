import { setTimeout as delay } from 'node:timers/promises';
import { deadLetterTopic } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import type { Logger } from '@reelwright/logger';
import type { Admin, Kafka, KafkaMessage } from 'kafkajs';
import { connectKafka, type KafkaConnection } from './connection.ts';
import { createPublisher, type Publisher } from './publisher.ts';
import { explained, requireAccepted } from './refusal.ts';

export interface ReplayOptions extends KafkaConnection {
  /** The topic the events came from, and go to again. */
  readonly topic: string;
  /** The consumer group whose dead letters they are. */
  readonly group: string;
  readonly logger: Logger;
  readonly topicPrefix?: string;
  /** The most letters to publish, the oldest first; all when left out. */
  readonly limit?: number;
}

interface Replay {
  readonly kafka: Kafka;
  readonly admin: Admin;
  readonly publisher: Publisher;
  readonly groupId: string;
  /** The dead-letter topic, prefix included. */
  readonly letters: string;
}

const PROGRESS_POLL_MS = 200;
const EVENT_HEADERS = ['event-id', 'event-type', 'occurred-at', 'traceparent'];

/**
 * Publishes the dead letters of a group to their topic again, for that group only, up to the topic's current end. The
 * inbox drops a letter that was published twice because a run was interrupted. Returns how many letters were published.
 * @throws AppError NOT_FOUND when there is no such dead-letter topic, KAFKA_REFUSES when the broker refuses the client;
 * the error of kafkajs when it is unavailable
 */
export async function replayDeadLetters(options: ReplayOptions): Promise<number> {
  const { brokers, tls, sasl, group, logger, topicPrefix = '' } = options;
  const clientId = `${group}.replay`;
  const client = { brokers, tls, sasl, clientId, logger };
  await requireAccepted(client);
  const kafka = connectKafka(client);
  const admin = kafka.admin();
  const publisher = createPublisher({ ...client, topicPrefix });
  const letters = topicPrefix + deadLetterTopic(options.topic, group);
  await admin.connect();
  try {
    if (!(await admin.listTopics()).includes(letters)) {
      throw new AppError('NOT_FOUND', 'NO_DEAD_LETTER_TOPIC', `There is no topic ${letters}.`);
    }
    return await replay(options, { kafka, admin, publisher, groupId: topicPrefix + clientId, letters });
  } catch (error) {
    throw explained(error, client);
  } finally {
    await publisher.stop();
    await admin.disconnect();
  }
}

async function replay(options: ReplayOptions, { kafka, admin, publisher, groupId, letters }: Replay): Promise<number> {
  const { topic, group, logger, limit = Number.POSITIVE_INFINITY } = options;
  const bounds = await admin.fetchTopicOffsets(letters);
  const ends = new Map(bounds.map(({ partition, high }) => [partition, BigInt(high)]));

  /** Reads the broker's offsets, because a parallel run of the same replay may read the rest. */
  async function isAllRead(): Promise<boolean> {
    const [committed] = await admin.fetchOffsets({ groupId, topics: [letters] });
    const offsets = new Map(committed?.partitions.map(({ partition, offset }) => [partition, BigInt(offset)]));
    return bounds.every(({ partition, low, high }) => low === high || (offsets.get(partition) ?? -1n) >= BigInt(high));
  }

  if (limit <= 0 || (await isAllRead())) return 0;
  let replayed = 0;
  const consumer = kafka.consumer({
    groupId,
    allowAutoTopicCreation: false,
    maxWaitTimeInMs: 250,
    retry: { initialRetryTime: 200, maxRetryTime: 3_000, retries: 8, restartOnFailure: async () => false },
  });
  const crash = Promise.withResolvers<never>();
  crash.promise.catch(() => undefined);
  consumer.on(consumer.events.CRASH, ({ payload }) => crash.reject(payload.error));
  const isFinished = async () => replayed >= limit || (await isAllRead());
  try {
    await consumer.connect();
    await consumer.subscribe({ topic: letters, fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      eachBatch: async ({ batch, resolveOffset, heartbeat, isRunning, isStale }) => {
        const { partition } = batch;
        for (const message of batch.messages) {
          const offset = BigInt(message.offset);
          if (!isRunning() || isStale() || replayed >= limit || offset >= (ends.get(partition) ?? 0n)) return;
          await publisher.publish([{ topic, ...eventOf(message, group) }]);
          replayed += 1;
          await consumer.commitOffsets([{ topic: letters, partition, offset: String(offset + 1n) }]);
          logger.info({ eventId: message.headers?.['event-id']?.toString(), topic, group }, 'dead letter replayed');
          resolveOffset(message.offset);
          await heartbeat();
        }
      },
    });
    while (!(await Promise.race([crash.promise, isFinished()]))) await delay(PROGRESS_POLL_MS);
  } finally {
    await consumer.disconnect();
  }
  return replayed;
}

/** The original event of a dead letter, marked for one group only. */
function eventOf({ key, value, headers }: KafkaMessage, group: string) {
  const original = EVENT_HEADERS.flatMap((name) => {
    const header = headers?.[name];
    return header === undefined ? [] : [[name, header.toString()] as const];
  });
  return {
    key: key ?? '',
    value: value ?? Buffer.alloc(0),
    headers: { ...Object.fromEntries(original), 'replay-for': group },
  };
}
