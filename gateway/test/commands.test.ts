import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

function run(program: string, args: readonly string[]) {
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, '..', program), ...args], {
    encoding: 'utf8',
  });
  return { status, stderr };
}

describe('the commands of the gateway', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-'));
  const out = join(folder, 'envoy.yaml');
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    [['--kubernetes', '--trusted-hops', 'x'], '--trusted-hops must be a whole number; it is "x"'],
    [['--kubernetes', '--trusted-hops=-1'], '--trusted-hops must be a whole number; it is "-1"'],
    [['--kubernetes', '--trusted-hops', '1.5'], '--trusted-hops must be a whole number; it is "1.5"'],
    [['--kubernetes', '--names', 'foo'], '--names must have {part} in it, for the part\'s name; it is "foo"'],
    [['--local', '--port-base', 'x'], '--port-base must be a whole number; it is "x"'],
  ])('render.ts %j writes nothing and says why', (args, why) => {
    const { status, stderr } = run('render.ts', [...args, '--out', out]);

    expect(status).toBe(2);
    expect(stderr).toBe(`${why}\n`);
    expect(existsSync(out)).toBe(false);
  });

  it('run-envoy.ts without arguments says how it is called', () => {
    expect(run('run-envoy.ts', [])).toEqual({
      status: 2,
      stderr: "usage: node gateway/run-envoy.ts ENVOY CONFIG [ENVOY'S OPTIONS]\n",
    });
  });
});
