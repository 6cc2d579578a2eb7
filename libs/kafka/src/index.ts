export { type ConsumerCheckpoint, type ConsumerOptions, createConsumer, type EventConsumer } from './consumer.ts';
export type { InboxTables } from './inbox.ts';
export type { InboundEvent } from './parking.ts';
export type { Position } from './positions.ts';
export { createPublisher, type OutboundMessage, type Publisher } from './publisher.ts';
export { createLogReader, type LogEnd, type LogReader } from './read-log.ts';
export { type ReplayOptions, replayDeadLetters } from './replay.ts';
export { type EventFilter, type EventHandler, on, type ReceivedEvent, type Subscription } from './subscription.ts';
