import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { servicesWithNewSchema } from '../src/previous-release.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'release-'));
  git('init', '-q');
  for (const folder of ['services/auth', 'services/drive', 'libs/outbox', 'libs/clock'])
    write(`${folder}/package.json`);
  write('services/auth/migrations/0001-create-users.ts');
  commit();
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function git(...args: readonly string[]): void {
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { cwd: root });
}

function write(path: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), '{}');
}

function commit(): void {
  git('add', '-A');
  git('commit', '-q', '-m', 'A release');
}

const services = () => servicesWithNewSchema(root, 'HEAD~1');

describe('since the previous release the schema has changed', () => {
  it('of the services with a new migration', async () => {
    write('services/auth/migrations/0002-add-names.ts');
    commit();
    expect(await services()).toEqual(['services/auth']);
  });

  it('of all services when a lib has a new migration', async () => {
    write('libs/outbox/migrations/0001-create-outbox.ts');
    commit();
    expect(await services()).toEqual(['services/auth', 'services/drive']);
  });

  it('of no service when only other files are new', async () => {
    write('services/auth/src/main.ts');
    write('libs/clock/src/index.ts');
    commit();
    expect(await services()).toEqual([]);
  });
});
