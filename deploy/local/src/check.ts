import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rules } from '../rules/index.ts';
import { lastUnchecked } from '../rules/unchecked-migrations.ts';
import { writers } from '../rules/writers.ts';
import { restatedSets } from './closed-sets.ts';
import { coverageRows } from './coverage-rows.ts';
import { driftedEnvExamples } from './env-examples.ts';
import { textsInEvents } from './event-texts.ts';
import { foldersFrom } from './folders.ts';
import { isAccessDrifted } from './kafka-access.ts';
import { brokenRules } from './migration-rules.ts';
import { newMigrations, runInScratch } from './new-migrations.ts';
import { problemsOf } from './rule-patch.ts';
import { columns, runTarget, say, seconds } from './say.ts';
import { unlistedWriters } from './table-writers.ts';
import { startTestServers } from './test-servers.ts';
import { problemsOfRows } from './text-changes.ts';
import { runCommand } from './toolchain/command.ts';
import { unseenImports } from './unseen-imports.ts';
import { handWrittenAnswers } from './web-answers.ts';
import { packagesOf } from './workspace.ts';

interface Check {
  readonly name: string;
  /** @returns what is wrong; empty when nothing is */
  readonly run: () => Promise<string>;
}

const folders = foldersFrom(process.env);
const { root } = folders;
const packages = packagesOf(root);

const CHECKS: Check[] = [
  { name: 'format, lint', run: () => tool('biome', ['check', '--error-on-warnings', '--diagnostic-level=warn', '.']) },
  { name: 'types', run: checkTypes },
  { name: 'dead code', run: () => tool('knip', ['--no-progress', '--no-config-hints']) },
  { name: 'boundaries', run: () => tool('depcruise', ['--config', '.dependency-cruiser.mjs', ...packages]) },
  { name: 'unseen imports', run: checkUnseenImports },
  { name: 'contracts', run: checkContracts },
  { name: 'generated', run: checkGenerated },
  { name: 'gateway', run: checkGateway },
  { name: 'openapi', run: checkOpenApi },
  { name: 'charts', run: checkCharts },
  { name: 'dashboards', run: checkDashboards },
  { name: 'env examples', run: checkEnvExamples },
  { name: 'kafka access', run: checkKafkaAccess },
  { name: 'closed sets', run: checkClosedSets },
  { name: 'event texts', run: checkEventTexts },
  { name: 'web answers', run: checkWebAnswers },
  { name: 'rules', run: checkRules },
  { name: 'coverage', run: checkCoverage },
  { name: 'writers', run: checkWriters },
  { name: 'migrations', run: checkMigrations },
];

await runTarget(async () => {
  let failed = 0;
  for (const { name, run } of CHECKS) {
    const began = performance.now();
    const problems = await run();
    if (problems) failed += 1;
    say(columns(name, `${problems ? 'FAILED' : 'ok'}  ${seconds(began)}`));
    if (problems) say(problems.trimEnd());
  }
  say(failed === 0 ? 'All checks passed.' : `${failed} of ${CHECKS.length} checks failed.`);
  return failed === 0 ? 0 : 1;
});

async function tool(name: string, args: readonly string[], cwd = root): Promise<string> {
  const { code, output } = await runCommand(join(root, 'node_modules/.bin', name), args, { cwd });
  return code === 0 ? '' : output || `${name} ended with exit code ${code}`;
}

/** Every tsconfig of every package, two at a time. */
async function checkTypes(): Promise<string> {
  const configs = packages.flatMap((path) =>
    readdirSync(join(root, path))
      .filter((name) => /^tsconfig.*\.json$/.test(name))
      .map((name) => join(path, name)),
  );
  const problems: string[] = [];
  const check = async () => {
    for (let config = configs.shift(); config; config = configs.shift()) {
      problems.push(await tool('tsc', ['--noEmit', '--pretty', 'false', '-p', config]));
    }
  };
  await Promise.all([check(), check()]);
  return problems.join('');
}

/** buf's rules, and no change that breaks readers of what `main` writes. */
async function checkContracts(): Promise<string> {
  const proto = join(root, 'proto');
  if (!existsSync(join(proto, 'buf.yaml'))) return '';
  const lint = await tool('buf', ['lint'], proto);
  for (const branch of ['origin/main', 'main']) {
    const published = await runCommand('git', ['cat-file', '-e', `${branch}:proto/buf.yaml`], { cwd: root });
    if (published.code !== 0) continue;
    const repository = await runCommand('git', ['rev-parse', '--path-format=absolute', '--git-common-dir'], {
      cwd: root,
    });
    const against = `${repository.output.trim()}#ref=${branch},subdir=proto`;
    return lint + (await tool('buf', ['breaking', '--against', against], proto));
  }
  return lint;
}

/** libs/contracts must be what buf generates from proto/. */
async function checkGenerated(): Promise<string> {
  const committed = join(root, 'libs/contracts/src/generated');
  if (!existsSync(join(root, 'proto/buf.gen.yaml')) || !existsSync(committed)) return '';
  return inScratch(async (scratch) => {
    // buf's output folder is relative to proto/, so the scratch folder has the same layout.
    const base = join(scratch, 'proto');
    mkdirSync(base);
    const problem = await tool('buf', ['generate', '--output', base], join(root, 'proto'));
    if (problem) return problem;
    const { code, output } = await runCommand('diff', [
      '-rq',
      committed,
      join(scratch, 'libs/contracts/src/generated'),
    ]);
    return code === 0 ? '' : `${output}Run 'make proto' and commit what it writes.`;
  });
}

async function checkGateway(): Promise<string> {
  const committed = join(root, 'gateway/envoy.local.yaml');
  if (!existsSync(committed)) return '';
  return inScratch(async (scratch) => {
    const rendered = join(scratch, 'envoy.yaml');
    const { code, output } = await runCommand(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', 'gateway/render.ts', '--local', '--out', rendered],
      { cwd: root },
    );
    if (code !== 0) return output;
    const isSame = readFileSync(rendered, 'utf8') === readFileSync(committed, 'utf8');
    return isSame
      ? ''
      : 'gateway/envoy.local.yaml is not what gateway/render.ts writes: run pnpm --filter @reelwright/gateway render.';
  });
}

/** The OpenAPI document and the web app's types must be what the route schemas give. */
async function checkOpenApi(): Promise<string> {
  return inScratch(async (scratch) => {
    const { code, output } = await runCommand(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', 'deploy/local/src/openapi.ts', '--out', scratch],
      { cwd: root },
    );
    if (code !== 0) return output;
    const generated = [
      'gateway/openapi.json',
      'web/src/lib/generated/openapi.ts',
      'web/src/lib/generated/text-limits.ts',
    ];
    const drifted = generated.filter(
      (name) => readFileSync(join(scratch, name), 'utf8') !== readFileSync(join(root, name), 'utf8'),
    );
    return drifted.length === 0
      ? ''
      : `${drifted.join(', ')}: not what the route schemas give. Run 'make openapi' and commit what it writes.`;
  });
}

/** Grafana's files must be what deploy/observability writes. */
async function checkDashboards(): Promise<string> {
  const committed = join(root, 'charts/reelwright/files/dashboards');
  if (!existsSync(committed)) return '';
  return inScratch(async (scratch) => {
    const { code, output } = await runCommand(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', 'deploy/observability/src/write-dashboards.ts', '--out', scratch],
      { cwd: root },
    );
    if (code !== 0) return output;
    const compared = await runCommand('diff', ['-rq', committed, scratch]);
    return compared.code === 0 ? '' : `${compared.output}Run 'make dashboards' and commit what it writes.`;
  });
}

async function checkEnvExamples(): Promise<string> {
  const drifted = await driftedEnvExamples(
    root,
    packages.filter((path) => path.startsWith('services/')),
  );
  if (drifted.length === 0) return '';
  return `.env.example does not match src/config.ts in ${drifted.join(', ')}: run node deploy/local/src/env-examples.ts`;
}

async function checkKafkaAccess(): Promise<string> {
  return isAccessDrifted(root)
    ? 'deploy/kafka/access.yaml does not match topics.yaml: run node deploy/local/src/kafka-access.ts'
    : '';
}

/** No import that the boundaries don't see. */
function checkUnseenImports(): Promise<string> {
  return inFiles(['*.ts', '*.tsx', '*.mjs'], unseenImports);
}

/** Platforms, styles, tiers and states are listed in libs/product alone. */
function checkClosedSets(): Promise<string> {
  return inFiles(['*.ts', '*.tsx', '*.mjs', '*.proto'], restatedSets);
}

/** The web app has the types of the API from the contract alone. */
function checkWebAnswers(): Promise<string> {
  return inFiles(['web/src/*.ts', 'web/src/*.tsx'], handWrittenAnswers);
}

/** Events carry codes and data, and no sentence. */
function checkEventTexts(): Promise<string> {
  return inScratch(async (scratch) => {
    const problems = await textsInEvents(join(root, 'node_modules/.bin/buf'), join(root, 'proto'), scratch);
    return problems.join('\n');
  });
}

/** The problems in all matching files of the checkout, committed or not. */
async function inFiles(patterns: readonly string[], problemsOf: (path: string, text: string) => string[]) {
  const listFiles = ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns];
  const { code, output } = await runCommand('git', listFiles, { cwd: root });
  if (code !== 0) return output;
  const files = output.split('\n').filter((path) => path !== '' && existsSync(join(root, path)));
  return files.flatMap((path) => problemsOf(path, readFileSync(join(root, path), 'utf8'))).join('\n');
}

/** The code that `make check-proof` undoes and the tests that must fail still exist. */
async function checkRules(): Promise<string> {
  return rules.flatMap((rule) => problemsOf(root, rule)).join('\n');
}

/** What `make check-proof` changes for each row of the table of journeys still exists. */
async function checkCoverage(): Promise<string> {
  return problemsOfRows(root, coverageRows(root)).join('\n');
}

/** What the charts contain of the code is what the code says. */
async function checkCharts(): Promise<string> {
  const script = join(root, 'deploy/kube/src/chart-files.ts');
  if (!existsSync(script)) return '';
  const { code, output } = await runCommand(process.execPath, [script, '--check'], { cwd: root });
  return code === 0 ? '' : `${output}Run 'make kube-files' and commit what it writes.`;
}

/** Each table is written by the file that rules/writers.ts names, and by no other. */
async function checkWriters(): Promise<string> {
  const services = packages.filter((path) => path.startsWith('services/'));
  return services.flatMap((service) => unlistedWriters(root, service, writers[service])).join('\n');
}

/** New migrations neither stop the previous release nor block a large table. Without any, no server is started. */
async function checkMigrations(): Promise<string> {
  const found: { folder: string; names: string[] }[] = [];
  for (const service of packages.filter((path) => path.startsWith('services/'))) {
    const names = await newMigrations(root, service, lastUnchecked);
    if (names.length > 0) found.push({ folder: join(root, service, 'migrations'), names });
  }
  if (found.length === 0) return '';
  const servers = await startTestServers(folders, process.env, { folder: 'check', postgres: { fsync: 'off' } });
  try {
    const problems = new Set<string>();
    for (const { folder, names } of found)
      for (const migration of await runInScratch(servers.env.TEST_DATABASE_URL ?? '', folder, names))
        for (const problem of await brokenRules(migration)) problems.add(problem);
    return [...problems].join('\n');
  } catch (error) {
    return `A new migration failed: ${(error as Error).message}`;
  } finally {
    await servers.stop();
    rmSync(join(folders.home, 'check'), { recursive: true, force: true });
  }
}

async function inScratch(work: (folder: string) => Promise<string>): Promise<string> {
  const scratch = mkdtempSync(join(tmpdir(), 'reelwright-check-'));
  try {
    return await work(scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
