import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { table } from '@reelwright/benchmark';
import { foldersFrom } from '@reelwright/local/folders';
import { fetchJournal } from '../journal.ts';
import { measuredRight } from '../measured.ts';
import { createSubscriber, eventually } from '../people.ts';
import { runPrometheus } from '../prometheus.ts';
import { castPeople } from '../replicas/cast.ts';
import { say } from '../say.ts';
import { startExporters } from './alerts/exporters.ts';
import type { Fault, FaultScene } from './alerts/fault.ts';
import { faults } from './alerts/faults.ts';
import { confirmCause, mendCause, type Step } from './alerts/follow-runbook.ts';
import { readShortenedRules } from './alerts/shortened-rules.ts';
import { followPods } from './alerts/targets.ts';
import { openCluster, settled } from './cluster.ts';

/**
 * In the cluster of `REPLICAS=2 VIDEO_MODEL=veo make kube-up`: each alert is fired once by its fault, as a Prometheus
 * with the rules of the chart sees it, and ends with it. Windows and waits of the rules are ten times shorter. While it
 * fires, its runbook is followed: its commands show the cause, and the command of that cause ends it where there is one.
 * `ONLY=OutboxBacklog,PostsLate` runs some. `HOLD_SECONDS=300` keeps each fault after its alerts have fired, so that
 * somebody can follow their runbooks by hand.
 */
const HOLD_MS = Number(process.env.HOLD_SECONDS || 0) * 1_000;
const FIRES_WITHIN_MS = 240_000;
const ENDS_WITHIN_MS = 300_000;
/** Longer than a process waits for its database before it answers without what it reads from there. */
const SCRAPE = '5s';

/** A measurement is at most 5 s old when it is read, and read every 5 s. */
const READ_AGAIN_MS = 15_000;

const folders = foldersFrom(process.env);
const folder = join(folders.home, 'kube/alerts');
const wanted = process.env.ONLY?.split(',');
const chosen = faults.filter(({ fires }) => !wanted || fires.some((alert) => wanted.includes(nameOf(alert))));
if (chosen.length === 0) throw new Error(`ONLY: there is no ${process.env.ONLY}`);

const cluster = await openCluster();
rmSync(folder, { recursive: true, force: true });
const adminDatabaseUrl = await adminUrl();
const exporters = await startExporters(folders, { namespace: cluster.namespace, adminDatabaseUrl, logs: folder });
const targets = await followPods(cluster, folder);
const rules = join(folder, 'rules.yml');
// JSON is YAML.
writeFileSync(rules, JSON.stringify(readShortenedRules(cluster.namespace)));
const prometheus = await runPrometheus(folder, {
  global: { scrape_interval: SCRAPE, scrape_timeout: SCRAPE, evaluation_interval: SCRAPE },
  rule_files: [rules],
  scrape_configs: [targets.scrapeConfig, ...exporters.scrapeConfigs],
});
const { mediaUrl } = await castPeople(cluster);
const scene: FaultScene = {
  cluster,
  person: await createSubscriber(cluster),
  videoUrl: cluster.insideUrl(mediaUrl),
  adminDatabaseUrl,
};

const rows: string[][] = [];
const problems: string[] = [];
try {
  for (const fault of chosen) {
    say(`${fault.fires.join(', ')}: ${fault.what}`);
    await provoke(fault).catch((error: unknown) => {
      problems.push(`${fault.fires.join(', ')}: ${error}`);
      say(`  ${error}`);
    });
    await settled(cluster);
  }
  const scraped = () => delay(READ_AGAIN_MS);
  const measured = await measuredRight(cluster, { ...prometheus, scraped }, await fetchJournal(cluster));
  say(`${measured.meaning}: ${measured.checked} posts, ${measured.offenders.length} differ`);
  problems.push(...measured.offenders);
} finally {
  await Promise.all([prometheus.stop(), targets.stop(), exporters.stop()]);
  cluster.stop();
}
for (const line of table(['alert', 'fired after', 'ended after', 'beside it'], rows)) say(`  ${line}`);
for (const problem of problems) say(`  ${problem}`);
say(`${problems.length === 0 ? 'holds' : 'DOES NOT HOLD'}: each alert fires for its fault, and ends with it`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** @throws when an alert does not fire or end in time */
async function provoke(fault: Fault): Promise<void> {
  await until(ENDS_WITHIN_MS, (firing) => fault.fires.every((alert) => !firing.has(alert)), 'fires before its fault');
  const fired = new Map<string, number>();
  const beside = new Set<string>();
  const began = performance.now();
  const ends: (() => Promise<unknown>)[] = [];
  try {
    await fault.begin(scene, (end) => void ends.push(end));
    await until(
      FIRES_WITHIN_MS,
      (firing) => {
        for (const alert of firing) {
          if (!fault.fires.includes(alert)) beside.add(alert);
          else if (!fired.has(alert)) fired.set(alert, performance.now() - began);
        }
        return fired.size === fault.fires.length;
      },
      'does not fire',
    );
    if (HOLD_MS > 0) say(`  ${[...fired.keys()].join(', ')} fired: the fault stays for ${seconds(HOLD_MS)}`);
    const mends: (() => Promise<void>)[] = [];
    for (const step of fault.runbooks) mends.push(await follow(fault, step));
    await delay(HOLD_MS);
    for (const mend of mends) await mend();
  } finally {
    for (const end of ends.toReversed()) {
      await eventually(end).catch((error: unknown) => void problems.push(`${fault.what} was not undone: ${error}`));
    }
  }
  const over = performance.now();
  if (!fault.endsLater) {
    await until(ENDS_WITHIN_MS, (firing) => fault.fires.every((alert) => !firing.has(alert)), 'does not end');
  }
  const ended = fault.endsLater ? 'later' : seconds(performance.now() - over);
  for (const [alert, ms] of fired) rows.push([alert, seconds(ms), ended, [...beside].join(', ')]);
  say(`  fired: ${[...fired].map(([alert, ms]) => `${alert} after ${seconds(ms)}`).join(', ')}; ended after ${ended}`);
}

/** Runs what a runbook says, until it shows the cause. @returns what ends the cause in the words of the runbook */
async function follow(fault: Fault, step: Step): Promise<() => Promise<void>> {
  const [alert = ''] = fault.fires.map(nameOf);
  const followed = { prometheus, cluster, adminDatabaseUrl, folder: join(folder, 'runbooks', alert) };
  const printed = await confirmCause(followed, step);
  say(`  ${step.runbook} shows: ${step.cause}`);
  const { mend } = step;
  return async () => {
    if (!mend) return;
    await mendCause(followed, { ...step, mend }, printed);
    say(`  ${mend}: ended`);
  };
}

async function until(withinMs: number, isSo: (firing: ReadonlySet<string>) => boolean, problem: string): Promise<void> {
  await eventually(
    async () => {
      const firing = await firingAlerts();
      if (!isSo(firing)) throw new Error(`${problem}; firing: ${[...firing].join(', ') || 'nothing'}`);
    },
    { withinMs, everyMs: 1_000 },
  );
}

/** Names and severities of the alerts that fire. */
async function firingAlerts(): Promise<ReadonlySet<string>> {
  const samples = await prometheus.query('ALERTS{alertstate="firing"}');
  return new Set(samples.map(({ labels }) => `${labels.alertname} ${labels.severity}`));
}

async function adminUrl(): Promise<string> {
  const { ADMIN_DATABASE_URL = '' } = await cluster.secret('reelwright-postgres');
  const url = new URL(ADMIN_DATABASE_URL);
  url.host = new URL(cluster.databaseUrl('auth')).host;
  return url.href;
}

function nameOf(alert: string): string {
  return alert.split(' ')[0] ?? '';
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(0)} s`;
}
