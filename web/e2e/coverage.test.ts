import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { coverageRows, textsOf } from '@reelwright/local/coverage-rows';

const folder = import.meta.dirname;
const specs = new Map(
  readdirSync(folder)
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
);
const rows = coverageRows(join(folder, '../..'));

describe('the table of journeys', () => {
  it('has rows for every screen', () => {
    const screens = new Set(rows.map(({ screen }) => screen.split(' ')[0]));
    for (const screen of ['/regeneration', '/faq', '/terms', '/privacy', '/data-deletion', '/api-docs', '/contact'])
      expect(screens).toContain(screen);
    for (const screen of ['/admin', 'chat', 'partner', 'header', 'footer', '404']) expect(screens).toContain(screen);
    for (const screen of ['landing', 'dashboard', 'wizard', 'calendar', 'upgrade']) expect(screens).toContain(screen);
    for (const screen of ['login', 'signup', '/pricing', '/profile', '/social']) expect(screens).toContain(screen);
  });

  it.each(rows)('$screen: $says', (row) => {
    const source = specs.get(row.file) ?? '';
    expect(source).toContain(row.step);
    // The journey checks each text in backticks word for word.
    for (const text of textsOf(row)) expect(source).toContain(text);
  });
});
