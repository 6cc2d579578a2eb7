import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MIN_PASSWORD_MEMORY_KIB } from '../src/config.ts';
import { createPasswordHasher } from '../src/passwords/password.ts';
import { type Auth, CHEAP_MEMORY_KIB, startAuth } from './harness.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth({ PASSWORD_MEMORY_KIB: MIN_PASSWORD_MEMORY_KIB });
});
afterAll(() => auth.stop());

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  auth.app.inject({ method: 'POST', url, payload, headers });
const login = ({ email, password }: { email: string; password: string }, headers: Record<string, string> = {}) =>
  post('/api/auth/login', { email, password }, headers);

async function signedUp() {
  const person = auth.newPerson();
  const id = Number((await post('/api/auth/signup', person)).json().id);
  return { ...person, id };
}

describe('the cost of a password hash', () => {
  it('[ASVS 11.4.2] is 19 MiB and two passes for a new account by default', async () => {
    const { id } = await signedUp();
    const { password_hash: hash } = await auth.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('is the one of the stored hash when a password is checked', async () => {
    const person = await signedUp();
    const hash = await createPasswordHasher({ memoryKib: CHEAP_MEMORY_KIB }).hash(person.password);
    await auth.db.updateTable('users').set({ password_hash: hash }).where('id', '=', person.id).execute();
    expect((await login({ ...person, password: 'not this one' })).statusCode).toBe(401);
    expect((await login(person)).statusCode).toBe(200);
  });
});

describe('a login', () => {
  it('[ASVS 6.3.8] takes as much work for an unknown account as for a wrong password', async () => {
    const { email } = await signedUp();
    // Time of the processor, the hashing thread's too: time on the clock depends on what else the machine does.
    const milliseconds = async (who: string, address: string) => {
      const began = process.cpuUsage();
      const headers = { 'x-forwarded-for': address };
      await login({ email: who, password: 'not this one at all' }, headers);
      const { user, system } = process.cpuUsage(began);
      return (user + system) / 1_000;
    };
    const wrong: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 15; round += 1) {
      wrong.push(await milliseconds(email, `10.20.0.${round}`));
      unknown.push(await milliseconds(auth.newPerson().email, `10.20.1.${round}`));
    }
    const median = (times: number[]) => [...times].sort((a, b) => a - b)[7] ?? 0;
    expect(median(unknown) / median(wrong)).toBeGreaterThan(0.6);
    expect(median(unknown) / median(wrong)).toBeLessThan(1.6);
  });
});
