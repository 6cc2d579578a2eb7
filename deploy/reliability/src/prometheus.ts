import { spawn } from 'node:child_process';
import { mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePrometheus } from '@reelwright/local/prometheus';
import { freePorts } from '@reelwright/testing/free-ports';
import { endChild, endWithThisProcess } from './children.ts';
import { eventually } from './people.ts';
import type { Stack } from './stack.ts';

const SCRAPE_SECONDS = 2;

export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Prometheus {
  /** The answer to an instant query. */
  query(expression: string): Promise<readonly Sample[]>;
  stop(): Promise<void>;
}

export interface ServicePrometheus extends Prometheus {
  /** Resolves once all replicas of the service were read after this call. */
  scraped(): Promise<void>;
}

/** Starts a Prometheus that reads the metrics of a service's replicas, as an operator's does. */
export async function startPrometheus(stack: Stack, service: 'publishing'): Promise<ServicePrometheus> {
  const replicas = stack.replicas(service);
  const targets = replicas.map((_, index) => `127.0.0.${index + 1}:${stack.ports[service].ops}`);
  const prometheus = await runPrometheus(join(stack.home, 'prometheus'), {
    global: { scrape_interval: `${SCRAPE_SECONDS}s`, scrape_timeout: `${SCRAPE_SECONDS}s` },
    scrape_configs: [{ job_name: 'reelwright', honor_labels: true, static_configs: [{ targets }] }],
  });
  return {
    ...prometheus,
    async scraped() {
      const since = Date.now() / 1_000;
      await eventually(async () => {
        const up = await prometheus.query('timestamp(up == 1)');
        const fresh = up.filter(({ value }) => value > since);
        if (fresh.length < replicas.length) throw new Error(`${fresh.length} of ${replicas.length} replicas were read`);
      });
    },
  };
}

/**
 * Starts a Prometheus on this machine.
 * @param folder for its configuration, data and log
 * @param config of its documentation's shape: https://prometheus.io/docs/prometheus/latest/configuration/configuration/
 */
export async function runPrometheus(folder: string, config: object): Promise<Prometheus> {
  const command = await ensurePrometheus();
  mkdirSync(folder, { recursive: true });
  // JSON is YAML.
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config));
  const [port = 0] = await freePorts(1);
  const log = openSync(join(folder, 'prometheus.log'), 'a');
  const options = [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const child = endWithThisProcess(spawn(command, options, { stdio: ['ignore', log, log] }));
  const failed = new Promise<never>((_, reject) => child.once('error', reject));
  failed.catch(() => undefined);
  const base = `http://127.0.0.1:${port}`;
  const isReady = async () => {
    if (!(await fetch(`${base}/-/ready`)).ok) throw new Error('Prometheus is not ready');
  };
  await Promise.race([eventually(isReady), failed]);
  return {
    async query(expression) {
      const reply = await fetch(`${base}/api/v1/query?${new URLSearchParams({ query: expression })}`);
      const text = await reply.text();
      if (!reply.ok) throw new Error(`Prometheus answered ${reply.status} to ${expression}: ${text}`);
      const { data } = JSON.parse(text) as {
        data: { result: { metric: Sample['labels']; value: [number, string] }[] };
      };
      return data.result.map(({ metric, value }) => ({ labels: metric, value: Number(value[1]) }));
    },
    stop: () => endChild(child),
  };
}
