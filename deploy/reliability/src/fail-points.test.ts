import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { arm, FAIL_POINTS, firedAt } from './fail-points.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** The crash points in the sources of these folders. */
function pointsIn(...folders: string[]): string[] {
  const files = folders.flatMap((folder) => globSync(`${folder}/src/**/*.ts`, { cwd: ROOT }));
  const names = files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/checkpoint(?:\?\.)?\(\s*'([\w-]+)'/g)].map(
      ([, name = '']) => name,
    ),
  );
  return [...new Set(names)].sort();
}

describe.each(Object.entries(FAIL_POINTS))('%s', (service, points) => {
  it('has the points of the list, and no others', () => {
    expect([...points].sort()).toEqual(pointsIn(`services/${service}`, 'libs/outbox', 'libs/kafka'));
  });

  it('has no crash points in its own program', () => {
    expect(readFileSync(join(ROOT, `services/${service}/src/main.ts`), 'utf8')).not.toMatch(/checkpoint|FAIL_POINTS/);
  });
});

test('a point that was just armed is not reached, even after an earlier run', () => {
  const home = mkdtempSync(join(tmpdir(), 'fail-points-'));
  const point = { service: 'drive', point: 'file-saved' } as const;
  arm(home, point);
  expect(firedAt(home, point)).toBeUndefined();
  writeFileSync(join(home, 'fail-points/drive.file-saved.fired'), '2026-11-21T04:00:00.000Z\n');
  expect(firedAt(home, point)).toEqual(new Date('2026-11-21T04:00:00.000Z'));
  arm(home, point);
  expect(firedAt(home, point)).toBeUndefined();
  rmSync(home, { recursive: true });
});
