import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { show, stubServer } from '../../test/browser.tsx';
import { calls } from '../content/api-docs.ts';
import { ApiDocsPage } from './api-docs.tsx';

beforeEach(() => {
  stubServer({});
});

const samples = () => document.querySelectorAll<HTMLElement>('.sample');

describe('the API documentation', () => {
  it('has every call with its method, path and samples, and a link to it', () => {
    show(<ApiDocsPage />, '/api-docs');
    const contents = within(screen.getByRole('navigation', { name: 'On this page' }));
    for (const { id, title, method, path, examples } of calls) {
      const region = screen.getByRole('region', { name: new RegExp(`^${title}`) });
      expect(region.textContent).toContain(`${method} ${path}`);
      expect(contents.getByRole('link', { name: title }).getAttribute('href')).toBe(`#${id}`);
      expect(region.querySelectorAll('.sample')).toHaveLength(examples.length);
    }
    const sections = Array.from(document.querySelectorAll('section[id]'), ({ id }) => `#${id}`);
    expect(contents.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(sections);
  });

  it('shows all samples in the language that is chosen in one of them, by mouse or by keyboard', async () => {
    const { user } = show(<ApiDocsPage />, '/api-docs');
    const [first] = screen.getAllByRole('tab', { name: 'Python' });
    await user.click(first as HTMLElement);
    for (const sample of samples()) expect(sample.querySelector('pre')?.textContent).toContain('import requests');
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement?.textContent).toBe('curl');
    for (const sample of samples()) expect(sample.querySelector('pre')?.textContent).toContain('curl ');
    await user.keyboard('{ArrowRight}');
    for (const sample of samples()) expect(sample.querySelector('pre')?.textContent).toContain('await fetch(');
  });

  it('copies a sample, and says so', async () => {
    const { user } = show(<ApiDocsPage />, '/api-docs');
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(screen.getByRole('button', { name: 'Copy Post a file' }));
    expect(write).toHaveBeenCalledWith(expect.stringContaining('/api/external/post-video'));
    expect(await screen.findByText('Copied')).toBeTruthy();
  });

  it('selects the sample if copying is not allowed', async () => {
    const { user } = show(<ApiDocsPage />, '/api-docs');
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
    await user.click(screen.getByRole('button', { name: 'Copy Post a file' }));
    expect(await screen.findByText('Selected: copy it by hand')).toBeTruthy();
    expect(String(window.getSelection())).toContain('/api/external/post-video');
  });
});
