import {
  connect,
  createSubscriber,
  deliveredVideo,
  eventually,
  moveClock,
  type Person,
  productTime,
  type StackUrls,
  saveEntries,
  signUp,
} from '../people.ts';

/** The people whose requests are counted. */
export interface Cast {
  /** Has a video that is made, delivered and to be posted late in the day, and a Facebook Page. */
  readonly owner: Person;
  /** Saves a configuration without entries again and again. */
  readonly saver: Person;
  /** API keys of accounts that can post to YouTube: the owner's and the saver's. */
  readonly posters: readonly string[];
  /** API keys of other accounts, because each account has a hundred requests an hour. */
  readonly apiKeys: readonly string[];
  readonly mediaUrl: string;
}

const API_KEYS = 40;
const DAY_MS = 24 * 3_600_000;

export async function castPeople(stack: StackUrls): Promise<Cast> {
  const day = new Date((await productTime(stack)).getTime() + DAY_MS).toISOString().slice(0, 10);
  await moveClock(stack, new Date(`${day}T06:30:00Z`));
  const owner = await createSubscriber(stack, ['youtube']);
  await eventually(() => connect(owner, 'facebook'));
  const saver = await createSubscriber(stack, ['youtube']);
  // Nothing is staged or posted meanwhile, so that the calls of the requests are the only ones.
  await saveEntries(owner, [{ date: day, time: '23:00', caption: 'Shown evenly' }]);
  const mediaUrl = await deliveredVideo(owner);
  const apiKeys: string[] = [];
  for (let made = 0; made < API_KEYS; made++) apiKeys.push(await apiKeyOf(await signUp(stack)));
  return { owner, saver, posters: [await apiKeyOf(owner), await apiKeyOf(saver)], apiKeys, mediaUrl };
}

export async function apiKeyOf(person: Person): Promise<string> {
  const { apiKey } = await person.api<{ apiKey: string }>('/api/generate-api-key', { method: 'POST' });
  return apiKey;
}
