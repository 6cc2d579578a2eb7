import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICES } from '@reelwright/local/ports';
import { settingsOf } from '@reelwright/local/service-settings';
import { parse } from 'yaml';
import { named, render, root } from './render.ts';

describe('what an operator reads', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const README = 'charts/reelwright/README.md';
  const section = (text: string, title: string) => text.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
  const blocks = (text: string, language: string) =>
    [...text.matchAll(new RegExp(`^ *\`\`\`${language}\n([^]*?)\n *\`\`\``, 'gm'))].map(([, block = '']) => block);

  it('names the secrets that each service requires and may have', async () => {
    const rows = [...section(read(README), 'Secrets').matchAll(/^\| ([a-z-]+) +\| ([^|]+)\| ([^|]+)\|$/gm)];
    const named = Object.fromEntries(
      rows.map(([, service, required = '', optional = '']) => [
        service,
        [required, optional].map((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort()),
      ]),
    );
    const ofAll = ['KAFKA_SASL_PASSWORD', 'OTEL_EXPORTER_OTLP_ENDPOINT'];
    for (const service of SERVICES) {
      const { properties, required } = await settingsOf(root, service);
      const secrets = Object.entries(properties).filter(
        ([name, { secret, production }]) => secret && !ofAll.includes(name) && !production?.isForbidden,
      );
      const isRequired = ([name, setting]: (typeof secrets)[number]) =>
        required.includes(name) && setting.default === undefined;
      const names = (entries: typeof secrets) => entries.map(([name]) => name).sort();
      expect([service, named[service]]).toEqual([
        service,
        [names(secrets.filter(isRequired)), names(secrets.filter((entry) => !isRequired(entry)))],
      ]);
    }
  });

  it('lets Helm wait longer than a migration may take', () => {
    const { migrations } = parse(read('charts/reelwright/values.yaml'));
    const commands = [README, 'charts/data/README.md'].flatMap((path) => [
      ...read(path).matchAll(/helm upgrade.* reelwright .*--timeout (\d+)m/g),
    ]);
    expect(commands).toHaveLength(2);
    for (const [, minutes] of commands) expect(Number(minutes) * 60).toBeGreaterThan(migrations.deadlineSeconds);
  });

  it('makes the keys of all services by the command that is given', () => {
    const folder = mkdtempSync(join(tmpdir(), 'reelwright-keys-'));
    try {
      const [command = ''] = blocks(read('deploy/rotation.md').split('### The first keys\n')[1] ?? '', 'sh');
      execFileSync('sh', ['-c', command], { cwd: folder });
      const kept = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
      const { keys } = kept('jwks.json');
      expect(keys.map(({ kid }: { kid: string }) => kid)).toEqual(SERVICES.map((service) => `${service}-1`));
      for (const [index, service] of SERVICES.entries()) {
        const { d, ...publicHalf } = kept(`${service}.jwk.json`);
        expect(d).toEqual(expect.any(String));
        expect(publicHalf).toEqual(keys[index]);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('has examples of network policies and of an Ingress that the chart accepts', async () => {
    const examples = ['Network policies', 'Proxies in front of the gateway'].flatMap((title) =>
      blocks(section(read(README), title), 'yaml'),
    );
    expect(examples).toHaveLength(5);
    const production = parse(read('charts/reelwright/ci/production.yaml'));
    for (const text of examples) {
      const { networkPolicy, ...more } = parse(text);
      const { refusal } = await render('reelwright', {
        ...production,
        ...more,
        networkPolicy: { ...production.networkPolicy, ...networkPolicy },
      });
      expect(refusal).toBe('');
    }
  }, 60_000);

  it('has examples for the operators of databases and brokers that both charts accept', async () => {
    const [product = '', restore = ''] = blocks(read('charts/data/README.md'), 'yaml');
    const production = parse(read('charts/reelwright/ci/production.yaml'));
    const { refusal } = await render('reelwright', { ...production, ...parse(product) });
    expect(refusal).toBe('');
    const { postgres, ...more } = parse(read('charts/data/ci/cloudnativepg.yaml'));
    const { archives: _, restore: __, ...cloudNativePg } = postgres.cloudNativePg;
    const restored = { ...cloudNativePg, ...parse(restore).postgres.cloudNativePg };
    const { refusal: ofData, manifests } = await render('data', {
      ...more,
      postgres: { ...postgres, cloudNativePg: restored },
    });
    expect(ofData).toBe('');
    expect(named(manifests, 'Cluster', 'auth-db')?.spec.bootstrap).toHaveProperty('recovery');
  }, 60_000);
});
