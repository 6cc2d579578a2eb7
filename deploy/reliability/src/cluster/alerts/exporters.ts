import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { ensureKubeStateMetrics } from '@reelwright/kube/tools';
import type { Folders } from '@reelwright/local/folders';
import { ensurePostgresExporter } from '@reelwright/local/prometheus';
import { freePorts } from '@reelwright/testing/free-ports';
import { endChild, endWithThisProcess } from '../../children.ts';

/** Programs on this machine that report the metrics of Kubernetes and PostgreSQL, as an operator's do in the cluster. */
export interface Exporters {
  readonly scrapeConfigs: readonly object[];
  stop(): Promise<void>;
}

/** @param options.adminDatabaseUrl of the PostgreSQL whose connections are counted */
export async function startExporters(
  folders: Folders,
  options: { readonly namespace: string; readonly adminDatabaseUrl: string; readonly logs: string },
): Promise<Exporters> {
  const { namespace, adminDatabaseUrl, logs } = options;
  mkdirSync(logs, { recursive: true });
  const [kubePort = 0, telemetryPort = 0, postgresPort = 0] = await freePorts(3);
  const children: ChildProcess[] = [];

  function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): void {
    const log = openSync(join(logs, `${command.split('/').at(-1)}.log`), 'a');
    children.push(endWithThisProcess(spawn(command, args, { env, stdio: ['ignore', log, log] })));
  }

  start(await ensureKubeStateMetrics(folders, process.env), [
    `--kubeconfig=${process.env.KUBECONFIG ?? ''}`,
    `--namespaces=${namespace}`,
    '--resources=pods,deployments,cronjobs',
    ...['--host=127.0.0.1', `--port=${kubePort}`, '--telemetry-host=127.0.0.1', `--telemetry-port=${telemetryPort}`],
  ]);
  start(await ensurePostgresExporter(), [`--web.listen-address=127.0.0.1:${postgresPort}`], {
    ...process.env,
    DATA_SOURCE_NAME: withoutTls(adminDatabaseUrl),
  });
  return {
    scrapeConfigs: [
      {
        job_name: 'kube-state-metrics',
        // Labels of Kubernetes objects, not of the target.
        honor_labels: true,
        static_configs: [{ targets: [`127.0.0.1:${kubePort}`] }],
      },
      {
        job_name: 'postgres',
        static_configs: [{ targets: [`127.0.0.1:${postgresPort}`], labels: { namespace, pod: 'postgres-0' } }],
      },
    ],
    async stop() {
      await Promise.all(children.map(endChild));
    },
  };
}

/** The plain PostgreSQL of an installation for development has no TLS, which the exporter would ask for. */
function withoutTls(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('sslmode', 'disable');
  return url.href;
}
