import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { topics } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { silentLogger } from '@reelwright/logger';
import { eventually } from '@reelwright/testing';
import { replayDeadLetters } from '../src/index.ts';
import { type ConsumerHarness, startConsumerHarness } from './harness.ts';

let harness: ConsumerHarness;
beforeEach(async () => {
  harness = await startConsumerHarness();
});
afterEach(() => harness.stop());

const replay = (options: { limit?: number; topic?: string } = {}) =>
  replayDeadLetters({
    ...harness.kafka.connection,
    topic: topics.auth,
    group: 'tester',
    logger: silentLogger,
    topicPrefix: harness.kafka.prefix,
    ...options,
  });

const rejectEvent = async () => {
  throw new AppError('NOT_FOUND', 'NO_SUCH_USER', 'There is no such user.');
};

/** Lets events of these users become dead letters, in order. */
async function deadLetter(...users: string[]): Promise<string[]> {
  harness.state.before = rejectEvent;
  harness.start();
  const ids: string[] = [];
  for (const user of users) {
    ids.push(await harness.send(user, 1));
    await eventually(async () => expect(await harness.outcome('dead')).toBe(ids.length));
  }
  return ids;
}

describe('replaying', () => {
  it('publishes a dead letter again as its original event, and only once', async () => {
    const [id] = await deadLetter('u1');
    const handledEvents: { id: string; occurredAt: Date }[] = [];
    const before = Date.now();
    harness.state.before = async (event) => void handledEvents.push(event);

    expect(await replay()).toBe(1);
    await eventually(async () => expect(await harness.effects()).toEqual(['u1:1']));
    expect(handledEvents.map((event) => event.id)).toEqual([id]);
    expect(handledEvents[0]?.occurredAt.getTime()).toBeLessThan(before);

    expect(await replay()).toBe(0);
  });

  it('continues where a limit ended it', async () => {
    await deadLetter('u1', 'u2', 'u3');
    harness.state.before = async () => undefined;

    expect(await replay({ limit: 2 })).toBe(2);
    await eventually(async () => expect((await harness.effects()).toSorted()).toEqual(['u1:1', 'u2:1']));
    expect(await replay()).toBe(1);
    await eventually(async () => expect((await harness.effects()).toSorted()).toEqual(['u1:1', 'u2:1', 'u3:1']));
  });

  it('ends at the dead letters there were: one that fails again waits for the next replay', async () => {
    await deadLetter('u1');
    expect(await replay()).toBe(1);
    await eventually(async () => expect(await harness.outcome('dead')).toBe(2));
    expect(await replay()).toBe(1);
  });

  it('can run twice at the same time; each event has its effect once', async () => {
    await deadLetter('u1', 'u2');
    harness.state.before = async () => undefined;
    await Promise.all([replay(), replay()]);
    await harness.send('u1', 2);
    await harness.send('u2', 2);
    const expectedEffects = ['u1:1', 'u1:2', 'u2:1', 'u2:2'];
    await eventually(async () => expect((await harness.effects()).toSorted()).toEqual(expectedEffects));
  });

  it('fails when there is no such dead-letter topic', async () => {
    await expect(replay({ topic: topics.billing })).rejects.toMatchObject({ code: 'NO_DEAD_LETTER_TOPIC' });
  });
});

it('an event that is replayed for another group is skipped', async () => {
  harness.start();
  const send = (userId: string, replayFor: string) =>
    harness.sendRaw({
      ...harness.message(userId, 1),
      headers: { ...harness.header(randomUUID()), 'replay-for': replayFor },
    });
  await send('u1', 'another');
  await send('u1', 'tester');
  await harness.send('u1', 2);
  await eventually(async () => expect(await harness.effects()).toEqual(['u1:1', 'u1:2']));
  expect(harness.state.tries).toEqual(['u1:1', 'u1:2']);
});

describe('the command', () => {
  const run = (args: string[]) =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, '../src/replay-command.ts'), ...args], {
      env: { PATH: process.env.PATH, ...harness.kafka.settings },
    });

  it('replays and prints how many', async () => {
    await deadLetter('u1');
    harness.state.before = async () => undefined;
    const { stdout } = await run(['--topic', topics.auth, '--group', 'tester', '--topic-prefix', harness.kafka.prefix]);
    expect(stdout).toBe(`1 dead letter of tester published again to ${topics.auth}.\n`);
    await eventually(async () => expect(await harness.effects()).toEqual(['u1:1']));
  });

  it('names the missing options', async () => {
    await expect(run(['--topic', topics.auth])).rejects.toMatchObject({
      code: 1,
      stderr: 'Give --topic and --group: the topic, and the group whose dead letters are published again.\n',
    });
  });
});
