import pg from 'pg';
import {
  createSubscriber,
  eventually,
  moveClock,
  type Person,
  productTime,
  saveEntries,
  signUp,
  videos,
} from './people.ts';
import type { Stack } from './stack.ts';

/** Two people on the largest plan with a video each under way, one on the free plan, and an administrator. */
export interface Cast {
  readonly ada: Owner;
  readonly bob: Owner;
  readonly free: Person;
  readonly adminCookie: string;
}

export interface Owner {
  readonly person: Person;
  readonly apiKey: string;
  /** A video whose posts wait for their time. */
  readonly videoId: string;
  readonly checkoutId: string;
}

export async function castPeople(stack: Stack, adminCode: string): Promise<Cast> {
  // Two and a half hours before the posts: nothing is staged yet.
  const day = new Date((await productTime(stack)).getTime() + 24 * 3_600_000).toISOString().slice(0, 10);
  await moveClock(stack, new Date(`${day}T06:30:00Z`));
  const [ada, bob] = [await owner(stack, day), await owner(stack, day)];
  const response = await fetch(`${stack.baseUrl}/api/admin/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: adminCode }),
  });
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  const adminCookie = cookies.join('; ');
  return { ada, bob, free: await signUp(stack), adminCookie };
}

async function owner(stack: Stack, day: string): Promise<Owner> {
  const person = await createSubscriber(stack);
  const { apiKey } = await person.api<{ apiKey: string }>('/api/generate-api-key', { method: 'POST', body: {} });
  await saveEntries(person, [{ date: day, time: '09:00', caption: `Reel of ${person.name}` }]);
  const videoId = await eventually(async () => {
    const [video] = await videos(person);
    if (video?.stages.drive.state !== 'done' || video.posts.length < 4) throw new Error('not delivered yet');
    return video.id;
  });
  const client = new pg.Client({ connectionString: stack.databaseUrl('billing') });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    'select checkout_session_id as id from operations where user_id = $1 and checkout_session_id is not null',
    [person.userId],
  );
  await client.end();
  return { person, apiKey, videoId, checkoutId: rows[0]?.id ?? '' };
}
