import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { stubServer } from '../test/browser.tsx';
import { person } from '../test/people.ts';
import { keepMessage } from './lib/kept-message.ts';
import { LandingPage } from './pages/landing.tsx';

/** The page as the build writes it: without React. */
function writtenPage(): string {
  const { container, unmount } = render(
    <MemoryRouter>
      <LandingPage />
    </MemoryRouter>,
  );
  const html = container.innerHTML;
  unmount();
  return html;
}
const starter = () => within(screen.getByRole('region', { name: 'Starter' }));

test('without its script the page has its headline, links for a guest and monthly prices, and plays nothing', () => {
  document.body.innerHTML = writtenPage();
  expect(screen.getByRole('heading', { level: 1, name: 'Your next reel, already posted.' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Get Started' }).getAttribute('href')).toBe('/auth/login');
  for (const link of screen.getAllByRole('link', { name: /^Start for Free/ })) {
    expect(link.getAttribute('href')).toBe('/auth/login');
  }
  // A style shows one of the two texts.
  for (const link of screen.getAllByText('Make your first video')) {
    expect([link.className, link.previousSibling?.textContent]).toEqual(['for-first', 'Start for Free']);
  }
  expect(starter().getByText('33.90')).toBeTruthy();
  expect(document.querySelectorAll('video:not([preload="none"]), video[autoplay]')).toHaveLength(0);
});

describe('its script', () => {
  let server: ReturnType<typeof stubServer>;
  // It runs when it is imported, and only once.
  beforeAll(async () => {
    server = stubServer({ 'GET /api/auth/user': { body: person('free') } });
    keepMessage({ title: 'Welcome back!' });
    document.body.innerHTML = writtenPage();
    // Here React is started by the page's own script, as in a browser.
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
    await import('./landing.ts');
  });
  afterAll(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }));

  test('leads a signed-in person to the dashboard, and asks the server nothing', () => {
    for (const link of screen.getAllByRole('link', { name: /^(Start for Free|Get Started, )/ })) {
      expect(link.getAttribute('href')).toBe('/dashboard');
    }
    expect(server.calls).toEqual([]);
  });

  test('shows the message that the page before has kept', async () => {
    expect(await screen.findByText('Welcome back!')).toBeTruthy();
  });

  test('switches between the prices of monthly and annual plans', async () => {
    const user = userEvent.setup();
    const annual = screen.getByRole('button', { name: 'Annual 15% OFF' });
    await user.click(annual);
    expect([annual.getAttribute('aria-pressed'), starter().queryByText('33.90')]).toEqual(['true', null]);
    expect(starter().getByText('28.90')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Monthly' }));
    expect([annual.getAttribute('aria-pressed'), starter().queryByText('28.90')]).toEqual(['false', null]);
  });

  test('plays an example with sound at a click, shows its seconds, and pauses it at the next', async () => {
    const user = userEvent.setup();
    const play = jest.spyOn(HTMLMediaElement.prototype, 'play');
    const example = screen.getByRole('button', { name: 'Play Glass Squish' });
    const video = example.querySelector('video') as HTMLVideoElement;
    await user.click(example);
    expect([play.mock.contexts, video.muted]).toEqual([[video], false]);
    fireEvent.playing(video);
    video.currentTime = 2.5;
    fireEvent.timeUpdate(video);
    expect(example.getAttribute('aria-pressed')).toBe('true');
    expect(within(example).getByText('0:03')).toBeTruthy();
    expect(example.closest('li')?.className).toBe('open');
    const pause = jest.spyOn(HTMLMediaElement.prototype, 'pause');
    await user.click(example);
    expect(pause.mock.contexts).toEqual([video]);
    fireEvent.pause(video);
    expect([example.getAttribute('aria-pressed'), example.closest('li')?.className]).toEqual(['false', '']);
  });

  test('shows an example that may not play as a still picture', async () => {
    jest.spyOn(HTMLMediaElement.prototype, 'play').mockReturnValue(Promise.reject(new Error('not allowed')));
    const example = screen.getByRole('button', { name: 'Play Urban Rush' });
    await userEvent.setup().click(example);
    expect([example.getAttribute('aria-pressed'), example.closest('li')?.className]).toEqual(['false', '']);
  });

  test('opens the assistant', async () => {
    await userEvent.setup().click(screen.getByRole('button', { name: 'Ask a question' }));
    expect(await screen.findByRole('dialog', { name: 'Assistant' })).toBeTruthy();
  });
});
