import { expect } from '@jest/globals';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** A phone, a tablet and a desktop. */
export const WIDTHS = [375, 768, 1440] as const;
/** The most that may move, as a layout shift score. */
const MOST_SHIFT = 0.02;
/** axe's rules for WCAG 2.2 AA and its best practices. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules of axe that depend on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** What the browser's console shows as an error: failed requests, the content security policy, React. */
export function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`.trim());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

interface LayoutShift {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly {
    readonly node: Element | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}

interface Moved {
  shift: number;
  readonly elements: string[];
}

/** How much of the page has moved since it was opened, and what. */
export async function watchShifts(page: Page): Promise<() => Promise<Moved>> {
  await page.addInitScript(() => {
    const moved: Moved = { shift: 0, elements: [] };
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as LayoutShift[]) {
        if (entry.hadRecentInput) continue;
        moved.shift += entry.value;
        for (const { node, previousRect: from, currentRect: to } of entry.sources) {
          const places = [from, to].map(({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' '));
          moved.elements.push(`${node?.nodeName} ${node?.className}: ${places.join(' -> ')}`);
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { moved: Moved }).moved);
}

export function expectStill({ shift, elements }: Moved): void {
  expect(shift > MOST_SHIFT ? elements : []).toEqual([]);
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect([page.viewportSize()?.width, tooWide]).toEqual([page.viewportSize()?.width, 0]);
}

/** In light all rules; in dark, where only the colours differ, those about colours. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const options: axe.RunOptions =
      colorScheme === 'light' ? { runOnly: { type: 'tag', values: TAGS } } : { runOnly: COLOUR_RULES };
    const violations = await page.evaluate(async (given) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe;
      const found = await run(document, given);
      return found.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
      );
    }, options);
    expect([page.viewportSize()?.width, colorScheme, violations]).toEqual([
      page.viewportSize()?.width,
      colorScheme,
      [],
    ]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
