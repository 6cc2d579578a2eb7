import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  deadLetterTopic,
  type EventType,
  events,
  findEventType,
  readOnlyRpcs,
  rpcAccess,
  topics,
} from '../src/index.ts';

/** Payloads as they were once sent: `wire` is protobuf in base64, `payload` its JSON mapping. Never edited. */
interface Fixture {
  readonly type: string;
  readonly payload: Record<string, unknown>;
  readonly wire: string;
}

const FOLDER = join(import.meta.dirname, '../../../proto/fixtures');
const fixtures = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .map((name) => ({ name, fixture: JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Fixture }));
/** Removed fields: older events on Kafka still carry them, and they are ignored. */
const REMOVED = ['message', 'fix', 'what'];
const withoutRemoved = ({ payload }: Fixture): unknown =>
  JSON.parse(JSON.stringify(payload, (field, value) => (REMOVED.includes(field) ? undefined : value)));
const currentFixtures = fixtures.filter(({ fixture }) => isDeepStrictEqual(fixture.payload, withoutRemoved(fixture)));
const allEvents = Object.values(events) as unknown as EventType<{ userId: string }>[];

describe('a golden payload', () => {
  it.each(fixtures)('$name is read from its bytes as it was written', ({ name, fixture }) => {
    const event = findEventType(fixture.type);
    expect(event).toBeDefined();
    expect(name.split('/').slice(0, 2)).toEqual(fixture.type.split('.').slice(1, 3));
    const decoded = event?.codec.decode(Buffer.from(fixture.wire, 'base64'));
    expect(decoded && event?.codec.toJSON(decoded)).toEqual(withoutRemoved(fixture));
  });

  it.each(currentFixtures)('$name is encoded from the outbox to the same bytes', ({ fixture }) => {
    const codec = findEventType(fixture.type)?.codec;
    const bytes = codec?.encode(codec.fromJSON(fixture.payload)).finish() ?? new Uint8Array();
    expect(Buffer.from(bytes).toString('base64')).toBe(fixture.wire);
  });

  it.each(fixtures)('$name has all fields that may not be empty', ({ fixture }) => {
    const event = findEventType(fixture.type);
    const decoded = event?.codec.decode(Buffer.from(fixture.wire, 'base64')) as Record<string, unknown> | undefined;
    for (const field of event?.required ?? []) expect(decoded?.[field]).toBeTruthy();
  });

  it('exists for every event', () => {
    expect([...new Set(currentFixtures.map(({ fixture }) => fixture.type))].sort()).toEqual(
      allEvents.map(({ name }) => name).sort(),
    );
  });
});

describe('an event', () => {
  it.each(allEvents.map((event) => [event.name, event] as const))(
    '%s is found by its name and has the topic of its service',
    (name, event) => {
      expect(findEventType(name)).toBe(event);
      expect(event.topic.split('.')[1]).toBe(name.split('.')[1]);
      expect(Object.values(topics)).toContain(event.topic);
    },
  );

  it.each(allEvents.map((event) => [event.name, event] as const))('%s ignores an unknown field', (_name, { codec }) => {
    // Field 99 of a later version: length-delimited, two bytes.
    const later = Buffer.concat([
      codec.encode(codec.fromJSON({ userId: 'u1' })).finish(),
      Buffer.from([0x9a, 0x06, 2, 104, 105]),
    ]);
    expect(codec.decode(later).userId).toBe('u1');
  });

  it('with an unknown name is not found', () => {
    for (const name of ['reelwright.auth.v2.UserDeleted', '', 'constructor', '__proto__']) {
      expect(findEventType(name)).toBeUndefined();
    }
  });
});

describe('names', () => {
  it('of topics end in their version, and of dead letters in the group', () => {
    for (const topic of Object.values(topics)) expect(topic).toMatch(/^reelwright\.[a-z]+\.[a-z]+\.v\d+$/);
    expect(deadLetterTopic(topics.auth, 'billing')).toBe('reelwright.auth.user.v1.dlq.billing');
  });

  it('in the access table are rpcs that exist', async () => {
    const contracts = (await import('../src/index.ts')) as Record<string, unknown>;
    const paths = Object.entries(contracts)
      .filter(([name]) => name.endsWith('ServiceService'))
      .flatMap(([, definition]) =>
        Object.values(definition as Record<string, { path: string }>).map(({ path }) => path),
      );
    expect(Object.keys(rpcAccess).sort()).toEqual(paths.sort());
    for (const [path, callers] of Object.entries(rpcAccess)) {
      expect(callers).not.toContain(path.split('.')[1]);
      expect(new Set(callers).size).toBe(callers.length);
    }
  });

  it('of rpcs that may be repeated are none of those that change something', () => {
    const others = Object.keys(rpcAccess).filter((path) => !readOnlyRpcs.has(path));
    expect(others.map((path) => path.split('/').at(-1))).toEqual(['GetEntry', 'AnnouncePost', 'PublishVideo']);
  });
});
