/**
 * The Kafka topics: one per service that publishes events, and one on which services report erased accounts to auth.
 * Partitions, retention and replicas: deploy/kafka/topics.yaml.
 */
export const topics = {
  auth: 'reelwright.auth.user.v1',
  erasure: 'reelwright.auth.erasure.v1',
  billing: 'reelwright.billing.subscription.v1',
  scheduling: 'reelwright.scheduling.video.v1',
  generation: 'reelwright.generation.video.v1',
  drive: 'reelwright.drive.delivery.v1',
  publishing: 'reelwright.publishing.post.v1',
} as const;

export type Topic = (typeof topics)[keyof typeof topics];

/** The topic for the events that a consumer group could not handle. */
export function deadLetterTopic(topic: string, group: string): string {
  return `${topic}.dlq.${group}`;
}
