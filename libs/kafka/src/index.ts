export { type ConsumerCheckpoint, type ConsumerOptions, createConsumer, type EventConsumer } from './consumer.ts';
export { createInboxTables, type InboxTables } from './inbox.ts';
export { createPublisher, type OutboundMessage, type Publisher } from './publisher.ts';
export { type ReplayOptions, replayDeadLetters } from './replay.ts';
export { type EventFilter, type EventHandler, on, type ReceivedEvent, type Subscription } from './subscription.ts';
