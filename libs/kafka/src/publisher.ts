import type { Producer } from 'kafkajs';
import { type ClientOptions, connectKafka } from './connection.ts';
import { partitionOfKey } from './partition.ts';
import type { Position } from './positions.ts';
import { explained } from './refusal.ts';

export interface OutboundMessage {
  readonly topic: string;
  /** Bytes only where a message whose key is not text is passed on. */
  readonly key: string | Uint8Array;
  readonly value: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

interface KafkaMessage {
  key: string | Buffer;
  value: Buffer;
  headers: OutboundMessage['headers'];
  partition?: number;
}

export interface Publisher {
  readonly name: string;
  /**
   * Resolves once every in-sync replica has the messages. Order per key is kept. Throws when the broker is unavailable, and AppError
   * KAFKA_REFUSES when it refuses this client or a topic.
   * @returns where their partitions end now
   */
  publish(messages: readonly OutboundMessage[]): Promise<readonly Position[]>;
  stop(): Promise<void>;
}

/**
 * One producer for the process. It connects at the first publish and again after a failure. One request is in flight at
 * a time, which keeps order without broker-side idempotence; readers drop a message that arrives twice by its event id.
 */
export function createPublisher(options: ClientOptions & { topicPrefix?: string }): Publisher {
  const { topicPrefix = '' } = options;
  const kafka = connectKafka(options);
  // The promise, so that two first messages share one connection.
  let producer: Promise<Producer> | undefined;
  let stopped = false;

  function requireRunning(): void {
    if (stopped) throw new Error('the publisher has been stopped');
  }

  async function connect(): Promise<Producer> {
    const newProducer = kafka.producer({
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner: () => (args) => {
        const partition = partitionOfKey(args);
        // `publish` counts the messages per partition, because the broker returns only the first offset.
        (args.message as KafkaMessage).partition = partition;
        return partition;
      },
    });
    await newProducer.connect();
    return newProducer;
  }

  async function disconnect(lostProducer: Promise<Producer> | undefined): Promise<void> {
    if (producer === lostProducer) producer = undefined;
    await lostProducer?.then((connected) => connected.disconnect()).catch(() => undefined);
  }

  return {
    name: 'kafka publisher',
    async publish(messages) {
      requireRunning();
      const byTopic = new Map<string, KafkaMessage[]>();
      for (const { topic, key, value, headers } of messages) {
        const list = byTopic.get(topic) ?? [];
        list.push({ key: typeof key === 'string' ? key : bufferOf(key), value: bufferOf(value), headers });
        byTopic.set(topic, list);
      }
      producer ??= connect();
      const current = producer;
      try {
        const connected = await current;
        requireRunning();
        const acks = await connected.sendBatch({
          acks: -1,
          topicMessages: [...byTopic].map(([topic, list]) => ({ topic: topicPrefix + topic, messages: list })),
        });
        return acks.map(({ topicName, partition, baseOffset }) => {
          const topic = topicName.slice(topicPrefix.length);
          const count = byTopic.get(topic)?.filter((message) => message.partition === partition).length ?? 0;
          return { topic, partition, offset: Number(baseOffset) + count };
        });
      } catch (error) {
        await disconnect(current);
        throw explained(error, options);
      }
    },
    stop() {
      stopped = true;
      return disconnect(producer);
    },
  };
}

/** The same bytes, not copied. */
function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
