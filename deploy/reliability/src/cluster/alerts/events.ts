import { events } from '@reelwright/contracts';
import { within } from '../../databases.ts';
import { eventually } from '../../people.ts';
import type { Cluster } from '../cluster.ts';
import { endLock, lockInTurns, lockTable, scaleToNothing, WAITS_FOR_A_LOCK } from './disturb.ts';
import type { Fault, FaultScene } from './fault.ts';

/** Publishing writes it, and only analytics has a handler for it, which keeps the highest revision in `connections`. */
const { topic, name: type } = events.ConnectionChanged;
const HANDLED = { service: 'analytics', table: 'connections' } as const;
/** How far billing has read each topic. */
const POSITIONS = { service: 'billing', table: 'consumer_positions' } as const;

/** One batch of the relay, so that analytics reads them as one batch too: its lag is measured before and after it. */
const MANY = 1_000;
/** Shorter than the 5 s after which a handler gives up a lock, so that events are handled slowly and none fails. */
const HELD_MS = 2_000;

const KAFKA_ENDS_WITHIN_MS = 90_000;
/** The rest of the catch-up: events are read again, and Stripe is compared. */
const CURRENT_WITHIN_MS = 120_000;

export const eventFaults: readonly Fault[] = [
  {
    what: 'an event without its fields is published',
    fires: ['DeadLetters ticket'],
    runbooks: [
      { runbook: 'DeadLetters', service: 'analytics', cause: 'The event lacks a field', shown: /EVENT_INCOMPLETE/ },
    ],
    async begin({ cluster, person: { userId } }) {
      await within(cluster, 'publishing', (rows) =>
        rows(`insert into outbox (topic, key, type, payload, occurred_at)
              values ('${topic}', '${userId}', '${type}', '{}', clock_timestamp())`),
      );
    },
  },
  {
    what: 'the table that a handler writes is locked for longer than its three tries take',
    fires: ['EventsParked ticket'],
    runbooks: [
      {
        runbook: 'EventsParked',
        service: HANDLED.service,
        cause: 'The database makes the handler wait',
        shown: /"cause":"[^"]*timeout/,
      },
      endLock(HANDLED.service),
    ],
    async begin(scene, atEnd) {
      atEnd(() => requireNothingParked(scene.cluster));
      atEnd(await lockTable(scene.cluster, { ...HANDLED, mode: 'exclusive' }));
      await publishAgain(scene, 1);
    },
  },
  {
    what: `${MANY} events of one key are published, and the table that their handler writes is locked most of the time`,
    fires: ['ConsumerBehind ticket'],
    runbooks: [
      {
        runbook: 'ConsumerBehind',
        service: HANDLED.service,
        cause: 'Events take long',
        // Its seconds.
        shown: new RegExp(`service="${HANDLED.service}", type="${type}"} [1-9]`),
      },
      { runbook: 'ReadsSlow', service: HANDLED.service, cause: 'Queries wait', shown: WAITS_FOR_A_LOCK },
    ],
    async begin(scene, atEnd) {
      await publishAgain(scene, MANY);
      atEnd(lockInTurns(scene.cluster, { ...HANDLED, mode: 'exclusive', heldMs: HELD_MS }));
    },
  },
  {
    what: "billing's database has lost its last events, as by a restore, and cannot record what it reads again",
    fires: ['DatabaseBehind page'],
    runbooks: [
      { runbook: 'DatabaseBehind', service: 'billing', cause: 'It waits for a lock', shown: /events are read again/ },
      endLock('billing'),
    ],
    async begin({ cluster }, atEnd) {
      await loseLastEvents(cluster, 'billing');
      atEnd(() => untilCurrent(cluster, 'billing'));
      atEnd(await lockTable(cluster, { ...POSITIONS, mode: 'exclusive' }));
      await endRelays(cluster, 'billing');
    },
  },
  {
    what: 'Kafka has no pod, while a name is changed',
    fires: ['OutboxBacklog page'],
    runbooks: [
      {
        runbook: 'OutboxBacklog',
        service: 'auth',
        cause: 'All services that have new events: Kafka is away',
        shown: /^statefulset.apps\/kafka +0\/0/m,
        mend: 'kubectl scale statefulset/kafka --replicas=1',
      },
    ],
    async begin({ cluster, person }, atEnd) {
      atEnd(await scaleToNothing(cluster, 'statefulset/kafka'));
      // Until it has ended, the broker accepts events.
      await eventually(() => requireNoPods(cluster, 'kafka'), { withinMs: KAFKA_ENDS_WITHIN_MS });
      await person.api('/api/auth/user', { method: 'PATCH', body: { firstName: 'Grace' } });
    },
  },
];

/** Publishes the person's last complete change of a connection again, under other event ids. It has no effect. */
async function publishAgain({ cluster, person: { userId } }: FaultScene, times: number): Promise<void> {
  const published = await within(cluster, 'publishing', (rows) =>
    rows(`with latest as (
            select * from outbox where key = '${userId}' and type = '${type}' and payload::text <> '{}'
             order by id desc limit 1)
          insert into outbox (topic, key, type, payload, occurred_at)
          select topic, key, type, payload, occurred_at from latest, generate_series(1, ${times})
          returning id`),
  );
  if (published.length < times) throw new Error(`the outbox of publishing has no ${type} of the person`);
}

async function requireNothingParked(cluster: Cluster): Promise<void> {
  const parked = await within(cluster, HANDLED.service, (rows) => rows('select from parked_events'));
  if (parked.length > 0) throw new Error(`${parked.length} events are parked`);
}

/**
 * Sets back what a restore to an older state sets back: how far each topic was read and published, and the mark of the
 * database. Nothing else is lost, so events that are read or applied again have no effect.
 */
async function loseLastEvents(cluster: Cluster, service: string): Promise<void> {
  await within(cluster, service, async (rows) => {
    await rows('update consumer_positions set next_offset = greatest(next_offset - 1, 0)');
    await rows(`update outbox_cursor set checked_as = 'an older copy', published_ends = coalesce(
      (select jsonb_object_agg(key, greatest(value::bigint - 1, 0)) from jsonb_each_text(published_ends)), '{}')`);
  });
}

/** Ends the connections of the relays. They connect again, and compare the database with Kafka first. */
async function endRelays(cluster: Cluster, service: string): Promise<void> {
  await within(cluster, service, (rows) =>
    rows(`select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and application_name = 'outbox relay'`),
  );
}

async function untilCurrent(cluster: Cluster, service: string): Promise<void> {
  await eventually(
    async () => {
      const [row] = await within(cluster, service, (rows) =>
        rows<{ isCurrent: boolean }>('select database_is_current() as "isCurrent"'),
      );
      if (!row?.isCurrent) throw new Error(`the database of ${service} is not current`);
    },
    { withinMs: CURRENT_WITHIN_MS, everyMs: 1_000 },
  );
}

async function requireNoPods(cluster: Cluster, name: string): Promise<void> {
  const pods = await cluster.kubectl(['get', 'pods', '--selector', `app.kubernetes.io/name=${name}`, '-o', 'name']);
  if (pods.trim() !== '') throw new Error(`${pods.trim()} has not ended`);
}
