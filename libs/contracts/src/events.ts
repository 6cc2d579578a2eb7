import { BinaryWriter } from '@bufbuild/protobuf/wire';
import {
  AccountErased,
  UserDeleted,
  UserProfileChanged,
  UserRegistered,
} from './generated/reelwright/auth/v1/auth_events.ts';
import {
  PaymentRefunded,
  PaymentSucceeded,
  SubscriptionChanged,
} from './generated/reelwright/billing/v1/billing_events.ts';
import { VideoDelivered, VideoDeliveryFailed } from './generated/reelwright/drive/v1/drive_events.ts';
import {
  VideoFailed,
  VideoGenerated,
  VideoProgressed,
} from './generated/reelwright/generation/v1/generation_events.ts';
import {
  ConnectionChanged,
  ConnectionEndApproached,
  PostMeasured,
  PostStateChanged,
} from './generated/reelwright/publishing/v1/publishing_events.ts';
import {
  ConfigurationSaved,
  PostingRulesChanged,
  VideoCancelled,
  VideoRequested,
  VideoRescheduled,
  VideoReviewed,
  VideosRegenerated,
} from './generated/reelwright/scheduling/v1/scheduling_events.ts';
import { type Topic, topics } from './topics.ts';

/** The generated code of a message. */
interface Codec<Payload> {
  encode(message: Payload, writer?: BinaryWriter): { finish(): Uint8Array };
  decode(input: Uint8Array): Payload;
  fromJSON(object: unknown): Payload;
  toJSON(message: Payload): unknown;
}

/** A kind of event: its full proto name, its topic, its codec and the fields that may never be empty. */
export interface EventType<Payload> {
  readonly name: string;
  readonly topic: Topic;
  readonly codec: Codec<Payload>;
  readonly required: readonly (keyof Payload & string)[];
}

/** Every event is keyed by its user, so that a user's events stay in order. */
interface UserEvent {
  userId: string;
}

function define<Payload extends UserEvent>(
  name: string,
  topic: Topic,
  codec: Codec<Payload>,
  ...required: (keyof Payload & string)[]
): EventType<Payload> {
  return { name, topic, codec, required: ['userId', ...required] };
}

/** All events. */
export const events = {
  UserRegistered: define('reelwright.auth.v1.UserRegistered', topics.auth, UserRegistered),
  UserProfileChanged: define('reelwright.auth.v1.UserProfileChanged', topics.auth, UserProfileChanged),
  UserDeleted: define('reelwright.auth.v1.UserDeleted', topics.auth, UserDeleted),
  AccountErased: define('reelwright.auth.v1.AccountErased', topics.erasure, AccountErased, 'service'),
  SubscriptionChanged: define(
    'reelwright.billing.v1.SubscriptionChanged',
    topics.billing,
    SubscriptionChanged,
    'tier',
    'revision',
  ),
  PaymentSucceeded: define('reelwright.billing.v1.PaymentSucceeded', topics.billing, PaymentSucceeded, 'paymentId'),
  PaymentRefunded: define('reelwright.billing.v1.PaymentRefunded', topics.billing, PaymentRefunded, 'paymentId'),
  ConfigurationSaved: define('reelwright.scheduling.v1.ConfigurationSaved', topics.scheduling, ConfigurationSaved),
  VideoRequested: define(
    'reelwright.scheduling.v1.VideoRequested',
    topics.scheduling,
    VideoRequested,
    'videoId',
    'videoType',
  ),
  VideoRescheduled: define('reelwright.scheduling.v1.VideoRescheduled', topics.scheduling, VideoRescheduled, 'videoId'),
  VideoCancelled: define('reelwright.scheduling.v1.VideoCancelled', topics.scheduling, VideoCancelled, 'videoId'),
  VideosRegenerated: define('reelwright.scheduling.v1.VideosRegenerated', topics.scheduling, VideosRegenerated),
  PostingRulesChanged: define(
    'reelwright.scheduling.v1.PostingRulesChanged',
    topics.scheduling,
    PostingRulesChanged,
    'rules',
  ),
  VideoReviewed: define('reelwright.scheduling.v1.VideoReviewed', topics.scheduling, VideoReviewed, 'videoId', 'rows'),
  VideoProgressed: define('reelwright.generation.v1.VideoProgressed', topics.generation, VideoProgressed, 'videoId'),
  VideoGenerated: define(
    'reelwright.generation.v1.VideoGenerated',
    topics.generation,
    VideoGenerated,
    'videoId',
    'mediaKey',
  ),
  VideoFailed: define('reelwright.generation.v1.VideoFailed', topics.generation, VideoFailed, 'videoId', 'code'),
  VideoDelivered: define('reelwright.drive.v1.VideoDelivered', topics.drive, VideoDelivered, 'videoId', 'fileId'),
  VideoDeliveryFailed: define('reelwright.drive.v1.VideoDeliveryFailed', topics.drive, VideoDeliveryFailed, 'videoId'),
  ConnectionChanged: define(
    'reelwright.publishing.v1.ConnectionChanged',
    topics.publishing,
    ConnectionChanged,
    'platform',
    'state',
  ),
  ConnectionEndApproached: define(
    'reelwright.publishing.v1.ConnectionEndApproached',
    topics.publishing,
    ConnectionEndApproached,
    'platform',
    'endsAt',
  ),
  PostStateChanged: define(
    'reelwright.publishing.v1.PostStateChanged',
    topics.publishing,
    PostStateChanged,
    'videoId',
    'platform',
    'state',
  ),
  PostMeasured: define(
    'reelwright.publishing.v1.PostMeasured',
    topics.publishing,
    PostMeasured,
    'videoId',
    'platform',
    'postedAt',
    'changedAt',
  ),
} as const;

const byName = new Map<string, EventType<never>>(
  Object.values(events).map((event) => [event.name, event as unknown as EventType<never>]),
);

/** The event type of a full proto name, or undefined for a name this build does not know. */
export function findEventType(name: string): EventType<UserEvent> | undefined {
  return byName.get(name) as EventType<UserEvent> | undefined;
}

// All encodings share it: `finish` empties it and keeps its buffer.
const writer = new BinaryWriter();

/** Encodes an event from the JSON mapping of its message. */
export function encodeJson({ codec }: EventType<UserEvent>, json: unknown): Uint8Array {
  return codec.encode(codec.fromJSON(json), writer).finish();
}
