import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { show } from '../test/browser.tsx';
import { ComponentsPage } from './components-page.tsx';
import { features } from './features.tsx';
import { ui } from './ui.tsx';

const folder = join(import.meta.dirname, '../src/ui');
const files = readdirSync(folder).filter((name) => name.endsWith('.tsx') && !name.includes('.test.'));
const examples = join(import.meta.dirname, 'ui');
const source = readdirSync(examples)
  .map((name) => readFileSync(join(examples, name), 'utf8'))
  .join('\n');

describe('the page of all components', () => {
  test.each(files)('has an example of each component of %s', (file) => {
    expect(ui.map((example) => example.file)).toContain(`ui/${file}`);
    const components = readFileSync(join(folder, file), 'utf8').matchAll(/^export function ([A-Z]\w+)/gm);
    // A provider shows nothing of its own.
    for (const [, name = ''] of components) if (!name.endsWith('Provider')) expect(source).toContain(`<${name}`);
  });

  test('names only files that exist', () => {
    for (const { file } of [...ui, ...features])
      expect(readFileSync(join(import.meta.dirname, '../src', file))).toBeTruthy();
  });

  test('shows each state once in light and once in dark', () => {
    show(<ComponentsPage />, '/components');
    for (const { file, states } of [...ui, ...features]) {
      const region = screen.getByRole('region', { name: file });
      for (const theme of ['light', 'dark']) {
        const panel = region.querySelector<HTMLElement>(`[data-theme="${theme}"]`);
        const names = [...(panel?.querySelectorAll('figcaption') ?? [])].map(({ textContent }) => textContent);
        expect([file, names]).toEqual([file, states.map(([name]) => name)]);
      }
    }
  });

  test('opens the dialogs above the page', async () => {
    const { user } = show(<ComponentsPage />, '/components');
    const dialogs = within(screen.getByRole('region', { name: 'ui/confirm-dialog.tsx' }));
    const [open] = dialogs.getAllByRole('button', { name: 'Open' });
    if (open) await user.click(open);
    expect(screen.getByRole('alertdialog', { name: 'Cancel Subscription' })).toBeTruthy();
  });
});
