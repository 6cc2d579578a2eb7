/**
 * The Kafka topics: one per service that states facts, and one on which all tell auth that they have erased a person.
 * Partitions and retention: deploy/kafka/topics.yaml.
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

/** Where a consumer group puts what it cannot take from a topic. */
export function deadLetterTopic(topic: string, group: string): string {
  return `${topic}.dlq.${group}`;
}
