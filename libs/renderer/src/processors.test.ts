import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { processorsOf } from './processors.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'processors-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function machine(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `${text}\n`);
  }
}

describe('the number of processors of a render', () => {
  it("is the machine's when there is no limit", () => {
    expect(processorsOf(root)).toBe(availableParallelism());
    machine({ 'proc/self/cgroup': '0::/a', 'sys/fs/cgroup/a/cpu.max': 'max 100000' });
    expect(processorsOf(root)).toBe(availableParallelism());
  });

  it("is the limit of the container's cgroup", () => {
    machine({ 'proc/self/cgroup': '0::/', 'sys/fs/cgroup/cpu.max': '50000 100000' });
    expect(processorsOf(root)).toBe(0.5);
  });

  it('is the limit of a cgroup v1', () => {
    machine({
      'proc/self/cgroup': '2:cpuacct:/\n1:cpu:/limited\n0::/',
      'sys/fs/cgroup/cpu/limited/cpu.cfs_quota_us': '10000',
      'sys/fs/cgroup/cpu/limited/cpu.cfs_period_us': '100000',
      'sys/fs/cgroup/cpu/cpu.cfs_quota_us': '-1',
      'sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000',
    });
    expect(processorsOf(root)).toBe(0.1);
  });
});
