import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foldersFrom } from '@reelwright/local/folders';
import { SERVICES, type ServiceName } from '@reelwright/local/ports';
import { runTarget, say } from '@reelwright/local/say';
import { lastLines, runCommand } from '@reelwright/local/toolchain/command';
import { declaredTopics, topicsToCreate } from '@reelwright/local/topic-declarations';
import { parse } from 'yaml';
import { dataValuesSchema } from './data-values-schema.ts';
import { serviceFacts } from './service-facts.ts';
import { skaffoldFile } from './skaffold-file.ts';
import { valuesSchema } from './values-schema.ts';

/** The files of the charts and of Skaffold that follow from the code, by their path. */
async function generatedFiles(root: string): Promise<Record<string, string>> {
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  return {
    'charts/reelwright/values.schema.json': json(await valuesSchema(root)),
    'charts/reelwright/files/services.json': json(await serviceFacts(root)),
    'charts/reelwright/files/envoy.yaml': await gatewayConfig(root),
    'charts/data/values.schema.json': json(dataValuesSchema()),
    'charts/data/files/databases.json': json(databases()),
    'charts/data/files/topics.json': json(topicsOf(root)),
    'charts/data/files/access.json': json(parse(readFileSync(join(root, 'deploy/kafka/access.yaml'), 'utf8'))),
    'skaffold.yaml': skaffoldFile(root),
  };
}

/** The topics and their dead letters, with the copies that a cluster of several brokers keeps. */
function topicsOf(root: string) {
  return topicsToCreate(declaredTopics(root), 3).map(({ topic, numPartitions, replicationFactor, configEntries }) => {
    const config = Object.fromEntries(configEntries.map(({ name, value }) => [name, Number(value)]));
    const { 'retention.ms': retentionMs, 'min.insync.replicas': minInsyncReplicas } = config;
    return { topic, partitions: numPartitions, replicas: replicationFactor, retentionMs, minInsyncReplicas };
  });
}

/** Commands of operators that use the database of a service: charts/reelwright/templates/operations.yaml. */
const COMMANDS: Partial<Record<ServiceName, string>> = {
  auth: 'erase-account',
  billing: 'reconcile-with-stripe',
  publishing: 'reencrypt-tokens',
};

/** Of each service's database: max_connections (deploy/replicas.md, 'Connections to PostgreSQL'), and whose pods connect. */
function databases() {
  const [process, ofPublishing, reserve] = [13, 15, 12];
  const most = (service: string) => (service === 'generation' ? 12 : 6) + 1;
  return Object.fromEntries(
    SERVICES.map((service) => [
      service,
      {
        connections: most(service) * (service === 'publishing' ? ofPublishing : process) + 2 + reserve,
        clients: [service, ...[COMMANDS[service] ?? []].flat()],
      },
    ]),
  );
}

/** The paths whose content is not what the code says. */
function outdated(root: string, files: Readonly<Record<string, string>>): string[] {
  return Object.entries(files).flatMap(([path, expected]) => {
    const file = join(root, path);
    return existsSync(file) && readFileSync(file, 'utf8') === expected ? [] : [path];
  });
}

async function gatewayConfig(root: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'reelwright-envoy-'));
  try {
    const out = join(folder, 'envoy.yaml');
    const args = [join(root, 'gateway/render.ts'), '--kubernetes', '--out', out];
    const { code, output } = await runCommand(process.execPath, args, { cwd: root });
    if (code !== 0) throw new Error(`gateway/render.ts failed: ${lastLines(output)}`);
    return readFileSync(out, 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** `make kube-files` writes them; with `--check`, `make check` learns which are out of date. */
if (import.meta.main) {
  await runTarget(async () => {
    const { root } = foldersFrom(process.env);
    const files = await generatedFiles(root);
    const paths = outdated(root, files);
    const isCheck = process.argv.includes('--check');
    for (const path of paths) {
      if (!isCheck) writeFileSync(join(root, path), files[path] ?? '');
      say(`${path} ${isCheck ? 'does not follow from the code' : 'written'}`);
    }
    return isCheck && paths.length > 0 ? 1 : 0;
  });
}
