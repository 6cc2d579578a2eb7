import { execFile } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Command, commandsOf, partOf, readRunbooks } from '@reelwright/observability/runbooks';
import pg from 'pg';
import { eventually } from '../../people.ts';
import type { Prometheus } from '../../prometheus.ts';
import type { Cluster } from '../cluster.ts';

/** A runbook that is followed: an alert's own, or one to which a cause of an earlier one leads. */
export interface Step {
  /** The name of its alert. */
  readonly runbook: string;
  /** What `<service>` and `<part>` mean. */
  readonly service?: string;
  /** How the cause begins that applies, in its list of causes. */
  readonly cause: string;
  /** Found in what the commands of 'Confirm' print, for as long as the cause is there. */
  readonly shown: RegExp;
  /** The command of that cause that ends it. */
  readonly mend?: string;
  /** What else in `<>` means; an expression finds it in what is printed, in its first group. */
  readonly values?: Readonly<Record<string, string | RegExp>>;
}

interface Followed {
  readonly prometheus: Prometheus;
  readonly cluster: Cluster;
  /** PostgreSQL's administrator. */
  readonly adminDatabaseUrl: string;
  /** Where what was run and printed last is kept, a file for each runbook. */
  readonly folder: string;
}

const RUNS_WITHIN_MS = 30_000;
const STATEMENT_TIMEOUT_MS = 10_000;
/** Sessions wait for a lock in turns, pods start again after a while, and metrics are read every few seconds. */
const SHOWN_WITHIN_MS = 90_000;
const MENDED_WITHIN_MS = 120_000;
const AGAIN_AFTER_MS = 2_000;

const runbooks = new Map(readRunbooks().map((runbook) => [runbook.alert, runbook]));
const run = promisify(execFile);

/**
 * Runs the commands of a runbook's 'Confirm' until they show the cause.
 * @returns what they printed @throws Error with that, when they do not show it
 */
export async function confirmCause(followed: Followed, step: Step): Promise<string> {
  return eventually(
    async () => {
      const { printed, session } = await runConfirm(followed, step);
      mkdirSync(followed.folder, { recursive: true });
      writeFileSync(fileOf(followed, step), session);
      if (!step.shown.test(printed)) throw new Error(`the commands of ${step.runbook} do not show ${step.shown}`);
      return printed;
    },
    { withinMs: SHOWN_WITHIN_MS, everyMs: AGAIN_AFTER_MS },
  );
}

/** Runs the command that ends the cause, and then those of 'Confirm' until they no longer show it. */
export async function mendCause(followed: Followed, step: Step & { mend: string }, printed: string): Promise<void> {
  const command = await withValues(followed, step, step.mend, printed);
  const answer = command.startsWith('kubectl ')
    ? await runShell(followed, command)
    : await runSql(followed.adminDatabaseUrl, command);
  appendFileSync(fileOf(followed, step), `$ ${command}\n${answer}`);
  await eventually(
    async () => {
      const after = await runConfirm(followed, step);
      if (!step.shown.test(after.printed)) return;
      throw new Error(
        `after '${command}' (${answer.trim()}), the commands of ${step.runbook} still show ${step.shown}`,
      );
    },
    { withinMs: MENDED_WITHIN_MS, everyMs: AGAIN_AFTER_MS },
  );
}

/** @returns what the commands of 'Confirm' printed, and the same with each command above it */
async function runConfirm(followed: Followed, step: Step): Promise<{ printed: string; session: string }> {
  const runbook = runbooks.get(step.runbook);
  if (!runbook) throw new Error(`there is no runbook ${step.runbook}`);
  let printed = '';
  let session = '';
  for (const command of commandsOf(partOf(runbook, 'Confirm'))) {
    const text = await withValues(followed, step, command.text, printed);
    const answer = await answerOf(followed, step, { ...command, text }).catch((error: unknown) => `error: ${error}`);
    printed += `${answer}\n`;
    session += `$ ${text.trim()}\n${answer}\n`;
  }
  return { printed, session };
}

async function answerOf(followed: Followed, step: Step, command: Command): Promise<string> {
  if (command.language === 'sh') return runShell(followed, command.text);
  if (command.language === 'promql') {
    const samples = await followed.prometheus.query(command.text);
    return samples.map(({ labels, value }) => `${labelsText(labels)} ${value}`).join('\n');
  }
  const service = command.service ?? step.service;
  if (command.asAdministrator && !service) return runSql(followed.adminDatabaseUrl, asRows(command.text));
  if (!service) throw new Error(`${step.runbook}: no service is named`);
  const url = new URL(followed.cluster.databaseUrl(service));
  if (!command.asAdministrator) return runSql(url.href, asRows(command.text));
  const administrator = new URL(followed.adminDatabaseUrl);
  administrator.pathname = url.pathname;
  return runSql(administrator.href, asRows(command.text));
}

const labelsText = (labels: Readonly<Record<string, string>>) =>
  `{${Object.entries(labels)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}}`;

/** Runs a block in a shell whose kubectl is set to the namespace. What goes wrong is printed too, as on a terminal. */
async function runShell({ cluster }: Followed, block: string): Promise<string> {
  const kubectl = `kubectl() { command '${cluster.kubectlPath}' --namespace '${cluster.namespace}' "$@"; }`;
  const options = { timeout: RUNS_WITHIN_MS, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await run('bash', ['-c', `exec 2>&1\n${kubectl}\n${block}\ntrue`], options);
  return stdout;
}

/** Each row as one line of JSON, in which times and durations are as PostgreSQL prints them. */
const asRows = (query: string) => `select row_to_json(answer)::text as line from (${query}) as answer`;

async function runSql(databaseUrl: string, statement: string): Promise<string> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    connectionTimeoutMillis: RUNS_WITHIN_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ line?: string }>(statement);
    return rows.map((row) => row.line ?? JSON.stringify(row)).join('\n');
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Replaces what is in `<>`. What has no value yet stays. */
async function withValues({ cluster }: Followed, step: Step, text: string, printed: string): Promise<string> {
  const { service = '', values = {} } = step;
  const all: Record<string, string | RegExp> = { service, part: service, ...values };
  if (text.includes('<pod>')) all.pod ??= await restartedPod(cluster, service);
  return text.replaceAll(/<([a-z]+)>/g, (placeholder, name: string) => {
    const value = all[name];
    return (value instanceof RegExp ? value.exec(printed)?.[1] : value) || placeholder;
  });
}

/** The pod of a deployment that was started again most often. */
async function restartedPod(cluster: Cluster, deployment: string): Promise<string> {
  const { items } = JSON.parse(
    await cluster.kubectl(['get', 'pods', '--selector', `app.kubernetes.io/name=${deployment}`, '-o', 'json']),
  ) as { items: { metadata: { name: string }; status: { containerStatuses?: { restartCount: number }[] } }[] };
  const restarts = (pod: (typeof items)[number]) => pod.status.containerStatuses?.[0]?.restartCount ?? 0;
  return items.toSorted((one, other) => restarts(other) - restarts(one))[0]?.metadata.name ?? '';
}

const fileOf = ({ folder }: Followed, { runbook }: Step) => join(folder, `${runbook}.txt`);
