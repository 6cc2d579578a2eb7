import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { within } from '../../databases.ts';
import { setAway } from '../../people.ts';
import { sameOrigin } from '../../session.ts';
import type { Cluster } from '../cluster.ts';
import { duePlatforms } from '../due-posts.ts';
import { inTurns, lockInTurns, repeat, scaleToNothing, scaleUp, WAITS_FOR_A_LOCK } from './disturb.ts';
import { planEntries } from './entries.ts';
import type { Fault } from './fault.ts';

/** Five of them are enough for RequestsFailing; twenty within half a minute would be for GatewayFailing. */
const FAILING_A_SECOND = 0.5;

/** Three times the connections of both pools, so that some wait while a third is served. */
const VISITORS = 60;
/** A query waits for a connection for one or two of these: less than the 5 s after which it fails. */
const HELD_MS = 600;
/** Visitors do not return all at once, or the gateway has too few connections for their checks at auth. */
const RETURN_WITHIN_MS = 200;
const VISIT_TIMEOUT_MS = 20_000;
const VISITED = '/page-of-the-alerts';
/** Visits of programs are not counted, and so not written. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
/** DatabasePoolFull leaves out younger processes. */
const LEAST_AGE_MS = 300_000;

/** Each is tried 0, 5, 15, 35 and 75 s after its video is made. */
const UPLOADS = 8;

export const processFaults: readonly Fault[] = [
  {
    what: 'Stripe is unavailable, while its portal is opened',
    fires: ['RequestsFailing ticket'],
    runbooks: [
      {
        runbook: 'RequestsFailing',
        service: 'billing',
        cause: 'A provider is away',
        shown: /PAYMENTS_UNAVAILABLE/,
      },
    ],
    async begin({ cluster, person }, atEnd) {
      await setAway(cluster, 'stripe', 'unavailable');
      atEnd(() => setAway(cluster, 'stripe', null));
      atEnd(repeat(FAILING_A_SECOND, () => person.api('/api/billing-portal', { method: 'POST', body: {} })));
    },
  },
  {
    what: `the table that counts visits is locked most of the time, while ${VISITORS} visitors report theirs`,
    fires: ['DatabasePoolFull page'],
    runbooks: [
      {
        runbook: 'DatabasePoolFull',
        service: 'analytics',
        cause: 'A transaction holds locks',
        shown: WAITS_FOR_A_LOCK,
      },
    ],
    async begin({ cluster }, atEnd) {
      await untilOld(cluster, 'analytics');
      atEnd(() => deleteVisits(cluster));
      const locked = { service: 'analytics', table: 'page_view_days', mode: 'exclusive' } as const;
      atEnd(lockInTurns(cluster, { ...locked, heldMs: HELD_MS }));
      const visitors = Array.from({ length: VISITORS }, () => inTurns(() => visit(cluster)));
      atEnd(() => Promise.all(visitors.map((stop) => stop())));
    },
  },
  {
    what: "analytics' database refuses connections",
    fires: ['MeasurementsMissing page'],
    runbooks: [
      {
        runbook: 'MeasurementsMissing',
        service: 'analytics',
        cause: 'The database `is not currently accepting connections`',
        shown: /^error: .*is not currently accepting connections/m,
        mend: 'alter database reelwright_<service> with allow_connections true',
      },
    ],
    async begin({ cluster, adminDatabaseUrl }, atEnd) {
      const database = new URL(cluster.databaseUrl('analytics')).pathname.slice(1);
      const allowConnections = (allowed: boolean) =>
        administer(adminDatabaseUrl, `alter database ${database} with allow_connections ${allowed}`);
      atEnd(() => allowConnections(true));
      await allowConnections(false);
      await administer(
        adminDatabaseUrl,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
      );
    },
  },
  {
    what: 'external-api has no pods',
    fires: ['TargetMissing page'],
    runbooks: [scaleUp('external-api')],
    async begin({ cluster }, atEnd) {
      atEnd(await scaleToNothing(cluster, 'deployment/external-api'));
    },
  },
  {
    what: `Drive is unavailable, while ${UPLOADS} videos are to be delivered`,
    fires: ['DriveUploadsFailing ticket'],
    runbooks: [
      { runbook: 'DriveUploadsFailing', cause: '`DRIVE_UNAVAILABLE`: Google is away', shown: /DRIVE_UNAVAILABLE/ },
    ],
    async begin({ cluster }, atEnd) {
      atEnd(() => retryUploads(cluster));
      await setAway(cluster, 'google', 'unavailable');
      atEnd(() => setAway(cluster, 'google', null));
      await planEntries(cluster, { count: UPLOADS, platforms: duePlatforms.slice(0, 1) });
    },
  },
];

/** Resolves once a pod of the service is old enough for the rule. */
async function untilOld(cluster: Cluster, service: string): Promise<void> {
  const startedAt = await cluster.kubectl([
    ...['get', 'pods', '--selector', `app.kubernetes.io/name=${service},app.kubernetes.io/component=service`],
    ...['-o', 'jsonpath={.items[*].status.containerStatuses[0].state.running.startedAt}'],
  ]);
  const oldest = Math.min(...startedAt.trim().split(/\s+/).map(Date.parse));
  await delay(Math.max(0, oldest + LEAST_AGE_MS - Date.now()));
}

/** Reports the view of a page, as a browser without an account does. */
async function visit(cluster: Cluster): Promise<void> {
  await delay(randomInt(RETURN_WITHIN_MS));
  const response = await fetch(`${cluster.baseUrl}/api/page-views`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': BROWSER, ...sameOrigin(cluster) },
    body: JSON.stringify({ path: VISITED }),
    signal: AbortSignal.timeout(VISIT_TIMEOUT_MS),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`/api/page-views: ${response.status} ${text.slice(0, 200)}`);
}

async function deleteVisits(cluster: Cluster): Promise<void> {
  await within(cluster, 'analytics', async (rows) => {
    for (const table of ['page_views', 'page_view_days']) await rows(`delete from ${table} where path = '${VISITED}'`);
  });
}

/** Uploads that failed several times would wait for minutes. */
async function retryUploads(cluster: Cluster): Promise<void> {
  await within(cluster, 'drive', (rows) =>
    rows(`update drive_uploads set next_attempt_at = clock_timestamp()
           where state = 'waiting' and code = 'DRIVE_UNAVAILABLE'`),
  );
}

/** Runs a statement as PostgreSQL's administrator. */
async function administer(adminDatabaseUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminDatabaseUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
