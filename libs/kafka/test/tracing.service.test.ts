import { randomUUID } from 'node:crypto';
import { topics } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { silentLogger } from '@reelwright/logger';
import { eventually } from '@reelwright/testing';
import { continueTrace, currentTrace, formatTraceparent } from '@reelwright/tracing';
import { replayDeadLetters } from '../src/index.ts';
import { type ConsumerHarness, startConsumerHarness } from './harness.ts';

let harness: ConsumerHarness;
/** The trace of each try. */
let traceIds: (string | undefined)[];
const trace = continueTrace(undefined);
const traceparent = formatTraceparent(trace);

beforeEach(async () => {
  harness = await startConsumerHarness();
  traceIds = [];
  failWith(undefined);
});
afterEach(() => harness.stop());

function failWith(error: Error | undefined) {
  harness.state.before = async () => {
    traceIds.push(currentTrace()?.traceId);
    if (error) throw error;
  };
}

const send = (headers: Record<string, string>, id: string = randomUUID()) =>
  harness.sendRaw({ ...harness.message('u1', 1), headers: { ...harness.header(id), ...headers } });

it('an event is handled in its trace', async () => {
  harness.start();
  await send({ traceparent });
  await eventually(async () => expect(await harness.effects()).toEqual(['u1:1']));
  expect(traceIds).toEqual([trace.traceId]);
});

it.each<[string, Record<string, string>]>([
  ['without a trace', {}],
  ['whose traceparent is invalid', { traceparent: '00-1-2-\u0000' }],
])('an event %s is handled in the trace with its own id', async (_which, headers) => {
  harness.start();
  const id = randomUUID();
  await send(headers, id);
  await eventually(async () => expect(await harness.effects()).toEqual(['u1:1']));
  expect(traceIds).toEqual([id.replaceAll('-', '')]);
});

it('a parked event is tried again in its trace', async () => {
  failWith(new AppError('UNAVAILABLE', 'AWAY', 'Not now.'));
  harness.start();
  await send({ traceparent });
  await eventually(async () => expect(await harness.parked()).toMatchObject([{ traceparent }]));
  failWith(undefined);
  await eventually(async () => expect(await harness.effects()).toEqual(['u1:1']));
  expect(new Set(traceIds)).toEqual(new Set([trace.traceId]));
});

it('a dead letter keeps its trace, also when it is replayed', async () => {
  failWith(new AppError('INVALID_ARGUMENT', 'BROKEN', 'Never.'));
  harness.start();
  await send({ traceparent });
  const letters = await harness.deadLetters();
  await eventually(() => expect(letters.found).toMatchObject([{ traceparent }]));
  await letters.stop();
  failWith(undefined);
  const { connection, prefix } = harness.kafka;
  const replay = { ...connection, topic: topics.auth, group: 'tester', logger: silentLogger, topicPrefix: prefix };
  await replayDeadLetters(replay);
  await eventually(async () => expect(await harness.effects()).toEqual(['u1:1']));
  expect(traceIds).toEqual([trace.traceId, trace.traceId]);
});
