import type { Producer } from 'kafkajs';
import { type ClientOptions, connectKafka } from './connection.ts';
import { partitionOfKey } from './partition.ts';
import type { Position } from './positions.ts';
import { explained } from './refusal.ts';
import { splitBySize } from './split-by-size.ts';

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
   * Resolves once every in-sync replica has the messages, in as many requests as they need. Order per key is kept. Throws when the broker is unavailable, and AppError
   * KAFKA_REFUSES when it refuses this client or a topic.
   * @returns where their partitions end now
   */
  publish(messages: readonly OutboundMessage[]): Promise<readonly Position[]>;
  stop(): Promise<void>;
}

/**
 * A broker takes 1,048,588 bytes of one partition at once (`message.max.bytes`), and kafkajs sends all messages of a partition
 * as one record batch. A request whose messages have fewer bytes in all never exceeds that.
 */
const REQUEST_BYTES = 900_000;
/** What a record has besides its key, value and headers, at most: lengths, and its distance from the first of the batch. */
const RECORD_BYTES = 40;

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

  async function send(connected: Producer, messages: readonly OutboundMessage[]): Promise<Position[]> {
    const byTopic = new Map<string, KafkaMessage[]>();
    for (const { topic, key, value, headers } of messages) {
      const list = byTopic.get(topic) ?? [];
      list.push({ key: typeof key === 'string' ? key : bufferOf(key), value: bufferOf(value), headers });
      byTopic.set(topic, list);
    }
    const acks = await connected.sendBatch({
      acks: -1,
      topicMessages: [...byTopic].map(([topic, list]) => ({ topic: topicPrefix + topic, messages: list })),
    });
    return acks.map(({ topicName, partition, baseOffset }) => {
      const topic = topicName.slice(topicPrefix.length);
      const count = byTopic.get(topic)?.filter((message) => message.partition === partition).length ?? 0;
      return { topic, partition, offset: Number(baseOffset) + count };
    });
  }

  return {
    name: 'kafka publisher',
    async publish(messages) {
      requireRunning();
      const ends = new Map<string, Position>();
      producer ??= connect();
      const current = producer;
      try {
        const connected = await current;
        for (const part of splitBySize(messages, sizeOf, REQUEST_BYTES)) {
          requireRunning();
          for (const end of await send(connected, part)) ends.set(`${end.topic} ${end.partition}`, end);
        }
        return [...ends.values()];
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

/** The bytes of a message in a record batch, or a few more. */
function sizeOf({ key, value, headers }: OutboundMessage): number {
  const ofHeaders = Object.entries(headers).reduce((sum, [name, text]) => sum + Buffer.byteLength(name + text) + 10, 0);
  return (
    RECORD_BYTES + (typeof key === 'string' ? Buffer.byteLength(key) : key.byteLength) + value.byteLength + ofHeaders
  );
}

/** The same bytes, not copied. */
function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
