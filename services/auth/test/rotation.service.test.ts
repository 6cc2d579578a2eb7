import { silentLogger as logger } from '@reelwright/logger';
import { createReplicas, underLoad } from '@reelwright/testing';
import { buildApp } from '../src/app.ts';
import { type Auth, cookieOf, startAuth } from './harness.ts';

const OLD = 'the-old-session-secret-of-32-letters';
const NEXT = 'the-next-session-secret-of-32-letters';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const replicas = createReplicas({
  count: 2,
  componentNames: ['database', 'session store', 'grpc client'],
  build: (ring: string) => buildApp({ config: { ...auth.config, SESSION_SECRET: ring }, logger }),
});
afterAll(() => replicas.stop());

async function signUp(): Promise<string> {
  const person = { method: 'POST', url: '/api/auth/signup', payload: auth.newPerson() } as const;
  return cookieOf(await replicas.ask(({ http }) => http.app.inject(person)));
}
async function check(cookie: string): Promise<number> {
  const headers = { cookie, 'x-auth-audience': 'billing' };
  const answer = await replicas.ask((replica) => replica.check.app.inject({ url: '/check/session/api/x', headers }));
  return answer.statusCode;
}

it('a session secret is replaced in three rollouts, and nobody is signed out', async () => {
  await replicas.rollOut(OLD);
  const early = await signUp();
  const cookies: string[] = [];
  const stays = async (cookie: string) => expect(await check(cookie)).toBe(200);
  await underLoad(
    [
      () => stays(early),
      async () => {
        cookies.push(await signUp());
        await stays(cookies.at(-1) ?? '');
        await stays(cookies.at(Math.floor(cookies.length / 2)) ?? '');
      },
    ],
    async (onceMore) => {
      await replicas.rollOut(`${OLD},${NEXT}`, onceMore);
      await replicas.rollOut(`${NEXT},${OLD}`, onceMore);
    },
  );
  for (const cookie of [early, ...cookies]) await stays(cookie);

  const late = await signUp();
  await replicas.rollOut(NEXT);
  await stays(late);
  // Its secret is gone: before that, thirty days have passed.
  expect(await check(early)).toBe(401);
}, 120_000);
