import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FAIL_POINTS } from './fail-points.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** The points that the sources of these folders really have. */
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
  it('has the points that stand in the list, and no others', () => {
    expect([...points].sort()).toEqual(pointsIn(`services/${service}`, 'libs/outbox', 'libs/kafka'));
  });

  it('gives its own program no way to be told to die', () => {
    expect(readFileSync(join(ROOT, `services/${service}/src/main.ts`), 'utf8')).not.toMatch(/checkpoint|FAIL_POINTS/);
  });
});
