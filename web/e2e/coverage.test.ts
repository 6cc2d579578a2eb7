import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const folder = import.meta.dirname;
const specs = new Map(
  readdirSync(folder)
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
);
/** The columns: screen or section, text of the specification, file of the journey, its step or test. */
const rows = readFileSync(join(folder, 'coverage.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| .*\.spec\.ts/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, screen = '', says = '', file = '', step = '']) => ({ screen, says, file: file.replaceAll('`', ''), step }));

describe('the table of journeys', () => {
  it('has rows for every screen', () => {
    const screens = new Set(rows.map(({ screen }) => screen.split(' ')[0]));
    for (const screen of ['/regeneration', '/faq', '/terms', '/privacy', '/data-deletion', '/api-docs', '/contact'])
      expect(screens).toContain(screen);
    for (const screen of ['/admin', 'chat', 'partner', 'header', 'footer', '404']) expect(screens).toContain(screen);
    for (const screen of ['landing', 'dashboard', 'wizard', 'calendar', 'upgrade']) expect(screens).toContain(screen);
    for (const screen of ['login', 'signup', '/pricing', '/profile', '/social']) expect(screens).toContain(screen);
  });

  it.each(rows)('$screen: $says', ({ says, file, step }) => {
    const source = specs.get(file) ?? '';
    expect(source).toContain(step);
    // The journey checks each text in backticks word for word.
    for (const [, text = ''] of says.matchAll(/`([^`]+)`/g)) expect(source).toContain(text);
  });
});
