import { deadLetterTopic } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import type { Logger } from '@reelwright/logger';
import type { Metrics } from '@reelwright/metrics';
import { continueTrace, runSpan } from '@reelwright/tracing';
import type { Consumer, EachBatchPayload } from 'kafkajs';
import type { Kysely } from 'kysely';
import { connectKafka, type KafkaConnection } from './connection.ts';
import { isPermanentFailure, isTransientFailure } from './failures.ts';
import { deleteOldRows, type InboxTables, isHandled, recordHandled } from './inbox.ts';
import { createParking, type InboundEvent } from './parking.ts';
import { createPositions } from './positions.ts';
import type { Publisher } from './publisher.ts';
import { readMessage, readPayload, requireTextKey } from './read-message.ts';
import { refusalOf } from './refusal.ts';
import type { Subscription } from './subscription.ts';

export interface ConsumerOptions<Tables extends InboxTables> extends KafkaConnection {
  /** The consumer group; by convention the service's name. */
  readonly group: string;
  readonly db: Kysely<Tables>;
  /** Publishes dead letters. */
  readonly publisher: Publisher;
  readonly subscriptions: readonly Subscription<Tables>[];
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly topicPrefix?: string;
  /** Where tests kill the process; it does nothing by default. */
  readonly checkpoint?: (name: ConsumerCheckpoint) => Promise<void>;
}

/** Before the database transaction commits, and after it, before the offset is committed. */
export type ConsumerCheckpoint = 'consumer-before-commit' | 'consumer-after-commit';

export interface EventConsumer {
  readonly name: string;
  readonly group: string;
  readonly topics: readonly string[];
  start(): Promise<void>;
  /** The same as `stop`. */
  drain(): Promise<void>;
  stop(): Promise<void>;
  /** Rejects while this consumer is not a member of the group. */
  ready(): Promise<void>;
  /**
   * Reads again the events that the database lacks: each partition from the offset stored in the database, if that is
   * before the broker's. Call it when the database may have been restored to an older state.
   */
  realign(): void;
}

/** Runs work in the event's trace; for an event without one, in the trace whose id has the digits of the event's id. */
const inTraceOf = <Result>(
  { type, traceparent, eventId }: InboundEvent,
  work: () => Promise<Result>,
): Promise<Result> =>
  runSpan({ name: `process ${type}`, kind: 'consumer', context: continueTrace(traceparent, eventId) }, work);

const QUICK_TRIES_MS = [0, 50, 250];
const HEARTBEAT_MS = 2_000;
const RECONNECT_MS = 2_000;
const PRUNE_EVERY_MS = 3_600_000;

/**
 * Runs the handler of each event in one transaction with its inbox row. After three transient failures the event is parked:
 * kept in the database and retried later, while later events of its key wait. It becomes a dead letter after a permanent
 * failure, twelve failures while parked, or a broken constraint at the third try or while parked.
 */
export function createConsumer<Tables extends InboxTables>(options: ConsumerOptions<Tables>): EventConsumer {
  const { group, logger, metrics, topicPrefix = '', checkpoint = async () => undefined } = options;
  const db = options.db as unknown as Kysely<InboxTables>;
  const handlers = new Map(options.subscriptions.map((subscription) => [subscription.event.name, subscription]));
  const topics = [...new Set(options.subscriptions.map((subscription) => subscription.event.topic))];
  const outcomes = metrics.counter('consumer_events_total', 'Events by outcome', ['type', 'outcome']);
  const durations = metrics.histogram('consumer_event_duration_seconds', 'Time to handle an event', ['type']);
  const lag = metrics.gauge('consumer_lag_events', 'Events that are not handled yet, as of the last fetch', [
    'topic',
    'partition',
  ]);
  const { brokers, tls, sasl } = options;
  const kafka = connectKafka({ brokers, tls, sasl, clientId: group, logger });
  let consumer: Consumer | undefined;
  let joined = false;
  let stopped = false;
  let joinTimer: NodeJS.Timeout | undefined;
  let pruneTimer: NodeJS.Timeout | undefined;
  let realignTimer: NodeJS.Timeout | undefined;
  /** The refusal that was logged last, so that it is logged once; undefined after another error and once joined. */
  let refusal: string | undefined;

  /** The partitions of this member, by topic. */
  let assignedPartitions: Readonly<Record<string, readonly number[]>> = {};
  /** The latest comparison of the database's positions with the broker's offsets. Batches wait for it. */
  let comparison: Promise<void> = Promise.resolve();

  const positions = createPositions({ db, group, topics, topicPrefix, logger, admin: () => kafka.admin() });
  const parking = createParking({
    db,
    group,
    logger,
    handle: (event) => inTraceOf(event, () => handle(event)),
    deadLetter: (event, error) => inTraceOf(event, () => deadLetter(event, error)),
  });

  /** Runs the handler, unless the inbox records the event as handled. */
  async function handle(event: InboundEvent): Promise<void> {
    const subscription = handlers.get(event.type);
    if (!subscription) return;
    const payload = readPayload(subscription.event, event.payload);
    if (await isHandled(db, group, event.eventId)) {
      outcomes.inc({ type: event.type, outcome: 'repeated' });
      return;
    }
    const done = durations.startTimer({ type: event.type });
    await db.transaction().execute(async (trx) => {
      await subscription.handle(trx as never, {
        id: event.eventId,
        type: event.type,
        occurredAt: event.occurredAt,
        payload: payload as never,
      });
      // Last: PostgreSQL gives a transaction its id at its first lock or write, and the relay publishes in the order of
      // these ids. With this row first, a transaction could get a low id, wait for another one that changes the same
      // rows, and still have its events published first.
      if (!(await recordHandled(trx, group, event.eventId))) {
        throw new AppError('ABORTED', 'EVENT_TAKEN_ELSEWHERE', 'Another process has handled this event.');
      }
      await checkpoint('consumer-before-commit');
    });
    done();
    await checkpoint('consumer-after-commit');
    outcomes.inc({ type: event.type, outcome: 'handled' });
    logger.info({ eventId: event.eventId, type: event.type }, 'event handled');
  }

  async function deadLetter(event: InboundEvent, error: unknown): Promise<void> {
    const errorText = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const { eventId, type, topic } = event;
    logger.error({ err: error, eventId, type, topic }, 'event becomes a dead letter');
    outcomes.inc({ type, outcome: 'dead' });
    await options.publisher.publish([
      {
        topic: deadLetterTopic(topic, group),
        key: event.keyBytes ?? event.key,
        value: event.payload,
        headers: {
          'event-id': eventId,
          'event-type': type,
          'occurred-at': event.occurredAt.toISOString(),
          'dead-letter-cause': errorText.slice(0, 500),
          ...(event.traceparent && { traceparent: event.traceparent }),
        },
      },
    ]);
  }

  async function passesFilter({ event, filter }: Subscription<Tables>, { payload }: InboundEvent): Promise<boolean> {
    return !filter || filter(options.db, readPayload(event, payload) as never);
  }

  async function receive(event: InboundEvent): Promise<void> {
    const subscription = handlers.get(event.type);
    if (!subscription) return;
    try {
      requireTextKey(event);
      // 'passed over' is a value of the metric's label: the filter rejected the event.
      if (!(await passesFilter(subscription, event)))
        return void outcomes.inc({ type: event.type, outcome: 'passed over' });
      if (await parking.holds(event.key)) await parking.park(event, 'behind an earlier event of the same key');
      else await handleOrPark(event);
    } catch (error) {
      if (!isPermanentFailure(error)) throw error;
      // A retry would fail again. PostgreSQL cannot store some of these events, so parking one would fail too and block the
      // partition.
      await deadLetter(event, error);
    }
  }

  /** @throws a permanent failure, or the failure to park the event or to publish its dead letter */
  async function handleOrPark(event: InboundEvent): Promise<void> {
    for (const wait of QUICK_TRIES_MS) {
      if (wait) await new Promise((resolve) => setTimeout(resolve, wait));
      try {
        await handle(event);
        return;
      } catch (error) {
        if (isPermanentFailure(error)) throw error;
        const isLastTry = wait === QUICK_TRIES_MS.at(-1);
        if (isLastTry && !isTransientFailure(error)) {
          await deadLetter(event, error);
          return;
        }
        logger.warn({ err: error, eventId: event.eventId, type: event.type }, 'event not handled yet');
        if (isLastTry) {
          await parking.park(event, error instanceof Error ? error.message : String(error));
          outcomes.inc({ type: event.type, outcome: 'parked' });
        }
      }
    }
  }

  async function eachBatch({ batch, resolveOffset, heartbeat, isRunning, isStale }: EachBatchPayload): Promise<void> {
    const topic = batch.topic.slice(topicPrefix.length);
    const showLag = (nextOffset: number) =>
      lag.set({ topic, partition: batch.partition }, Number(batch.highWatermark) - nextOffset);
    // A batch that fails is read again: meanwhile the lag grows.
    const [first] = batch.messages;
    if (first && !isStale()) showLag(Number(first.offset));
    await comparison;
    /** The offset of the message that was handled last. It is resolved with the next message, or once its position is stored. */
    let handled: string | undefined;
    for (const message of batch.messages) {
      if (!isRunning() || isStale()) break;
      if (handled) resolveOffset(handled);
      const event = readMessage(topic, message, group);
      if (event === undefined)
        logger.error({ topic, offset: message.offset }, 'a message without the headers of an event was skipped');
      // Throws while the database or the broker is unavailable: the offset stays, and kafkajs reads the message again.
      // A replayed dead letter is only for the group in which it failed.
      else if (event !== 'for another group') await inTraceOf(event, () => receive(event));
      handled = message.offset;
      await heartbeat();
    }
    if (!handled) return;
    const offset = Number(handled) + 1;
    showLag(offset);
    // If the position cannot be stored, kafkajs reads the last message again and the position is stored then. Otherwise it
    // would stay behind until the partition has another event.
    const isStored = await positions.store({ topic, partition: batch.partition, offset });
    resolveOffset(handled);
    // The database no longer has the position that this member stored: it may have been restored.
    if (!isStored) realign();
  }

  function realign(): void {
    const member = consumer;
    if (!member || !joined) return;
    const partitions = assignedPartitions;
    comparison = comparison
      .catch(() => undefined)
      .then(async () => {
        const behind = await positions.compareWithBroker(
          (topic, partition) => partitions[topicPrefix + topic]?.includes(partition) === true,
        );
        if (member !== consumer || stopped) return;
        for (const { topic, partition, offset } of behind)
          member.seek({ topic: topicPrefix + topic, partition, offset: String(offset) });
      });
    // If the comparison fails, a batch that waits for it fails too and is read again; the timer repeats the comparison.
    comparison.catch((error: unknown) => {
      logger.warn({ err: error }, 'stored positions could not be compared with the broker yet');
      if (!stopped && member === consumer) realignTimer = setTimeout(realign, RECONNECT_MS);
    });
  }

  async function join(): Promise<void> {
    if (stopped) return;
    const member = kafka.consumer({
      groupId: topicPrefix + group,
      // How long the broker waits for a member that was killed, before it assigns its partitions to others.
      sessionTimeout: 8_000,
      heartbeatInterval: HEARTBEAT_MS,
      rebalanceTimeout: 20_000,
      allowAutoTopicCreation: false,
      // The longest wait for messages; the broker responds sooner if it has some. Heartbeats are sent between two fetches.
      maxWaitTimeInMs: HEARTBEAT_MS,
      retry: { initialRetryTime: 200, maxRetryTime: 3_000, retries: 8, restartOnFailure: async () => false },
    });
    consumer = member;
    member.on(member.events.GROUP_JOIN, ({ payload }) => {
      joined = !stopped;
      // Other members may read some of these partitions now.
      lag.reset();
      refusal = undefined;
      assignedPartitions = payload.memberAssignment;
      realign();
    });
    member.on(member.events.CRASH, ({ payload }) => {
      joined = false;
      if (stopped) return;
      warn(payload.error, 'consumer stopped reading; joining again');
      // The restart of kafkajs is off, because it follows only errors that kafkajs calls retriable. We join again after every
      // error.
      if (!payload.restart) joinLater(member);
    });
    try {
      await member.connect();
      await member.subscribe({ topics: topics.map((topic) => topicPrefix + topic), fromBeginning: true });
      if (stopped) return;
      await member.run({ eachBatch, eachBatchAutoResolve: false, partitionsConsumedConcurrently: 3 });
    } catch (error) {
      // `stop` disconnects a member that joins.
      if (stopped) return;
      warn(error, 'consumer could not join; trying again');
      joinLater(member);
    }
  }

  function warn(error: unknown, message: string): void {
    const newRefusal = refusalOf(error, options);
    if (!newRefusal) logger.warn({ err: error }, message);
    else if (newRefusal !== refusal)
      logger.error({ group }, `${newRefusal}. No events are read until this is corrected`);
    refusal = newRefusal;
  }

  function joinLater(member: Consumer): void {
    if (stopped || consumer !== member) return;
    clearTimeout(joinTimer);
    joinTimer = setTimeout(() => {
      void member
        .disconnect()
        .catch(() => undefined)
        .then(join);
    }, RECONNECT_MS);
  }

  function prune(): void {
    deleteOldRows(db, group).catch((error: unknown) => {
      if (!stopped) logger.warn({ err: error }, 'old inbox rows could not be deleted yet');
    });
  }

  /** Leaves the group. */
  async function stop(): Promise<void> {
    stopped = true;
    joined = false;
    clearTimeout(joinTimer);
    clearTimeout(realignTimer);
    clearInterval(pruneTimer);
    await parking.stop();
    await comparison.catch(() => undefined);
    await consumer?.disconnect();
  }

  return {
    name: 'event consumer',
    group,
    topics,
    realign,
    async start() {
      parking.start();
      prune();
      pruneTimer = setInterval(prune, PRUNE_EVERY_MS);
      // Not awaited: a service whose broker is unavailable still serves requests.
      void join();
    },
    drain: stop,
    stop,
    async ready() {
      if (!joined) throw new AppError('UNAVAILABLE', 'CONSUMER_NOT_JOINED', 'Events are not being read.');
    },
  };
}
