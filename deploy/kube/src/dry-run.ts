import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { foldersFrom } from '@reelwright/local/folders';
import { columns, ExpectedError, runTarget, say } from '@reelwright/local/say';
import { runCommand } from '@reelwright/local/toolchain/command';
import { type KubeTools, runTool } from './kubectl.ts';
import { makeNamespace } from './namespace.ts';
import { ensureTools } from './tools.ts';

/**
 * `make kube-dry-run`: the API server of the cluster checks all objects of both charts, strictly and with the restricted
 * standard for pods, for the default values and for each file in `charts/<chart>/ci`, and makes none of them.
 * `VALUES=file` checks that file for the chart reelwright instead.
 */
const CHARTS = ['reelwright', 'data'] as const;

await runTarget(async () => {
  const { env } = process;
  const folders = foldersFrom(env);
  // Of this run alone: the namespace of the run before may still be on its way out, and another run may be under way.
  const namespace = `reelwright-dry-run-${randomBytes(4).toString('hex')}`;
  const tools: KubeTools = { ...(await ensureTools(folders, env, say)), namespace };
  await makeNamespace(tools);
  let refused = 0;
  try {
    for (const { chart, file } of env.VALUES ? [{ chart: CHARTS[0], file: env.VALUES }] : examples(folders.root)) {
      const { accepted, problems } = await check(tools, join(folders.root, 'charts', chart), file);
      say(columns(`${chart}, ${file ? basename(file) : 'default values'}`, `${accepted} objects accepted`));
      for (const problem of problems) say(`  ${problem}`);
      refused += problems.length;
    }
  } finally {
    await runTool(tools.kubectl, ['delete', 'namespace', namespace, '--wait=false']);
  }
  return refused === 0 ? 0 : 1;
});

function examples(root: string): { chart: string; file?: string }[] {
  return CHARTS.flatMap((chart) => {
    const folder = join(root, 'charts', chart, 'ci');
    return [{ chart }, ...readdirSync(folder).map((name) => ({ chart, file: join(folder, name) }))];
  });
}

/** @returns how many objects the API server accepts, and what it says against the others, warnings included */
async function check({ kubectl, helm, namespace }: KubeTools, chart: string, file: string | undefined) {
  const values = file ? ['--values', file] : [];
  const manifests = await runTool(helm, ['template', basename(chart), chart, '--namespace', namespace, ...values]);
  const folder = mkdtempSync(join(tmpdir(), 'reelwright-dry-run-'));
  try {
    const path = join(folder, 'manifests.yaml');
    writeFileSync(path, manifests);
    const { output } = await runCommand(kubectl, [
      ...['apply', '--server-side', '--dry-run=server', '--validate=strict', '--field-manager=reelwright'],
      ...['--namespace', namespace, '--filename', path],
    ]);
    const lines = output.split('\n').filter((line) => line.trim() !== '');
    const accepted = lines.filter((line) => line.endsWith('serverside-applied (server dry run)'));
    if (lines.length === 0) throw new ExpectedError(`kubectl printed nothing for ${chart}`);
    return { accepted: accepted.length, problems: lines.filter((line) => !accepted.includes(line)) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
