/** The topics of a message: the server's codes and their labels. */
export const topics = {
  general: 'General',
  billing: 'Billing',
  videos: 'Videos and posting',
  partner_api: 'Partner API',
  takedown: 'Takedown request',
  privacy: 'Privacy',
} as const;

export type Topic = keyof typeof topics;

export const isTopic = (value: unknown): value is Topic => typeof value === 'string' && Object.hasOwn(topics, value);

export const messageMin = 20;
export const messageMax = 4_000;
