import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { failure, pending, show, stubServer } from '../../test/browser.tsx';
import { answersFor, videos } from '../../test/dashboard.ts';
import { configuration, person, video } from '../../test/people.ts';
import { storageKeys } from '../lib/browser-storage.ts';
import { DashboardPage } from './dashboard.tsx';

describe('the dashboard', () => {
  test('sends a visitor without a session to the login page', async () => {
    stubServer({ 'GET /api/auth/user': failure(401, 'UNAUTHENTICATED', 'Sign in.') });
    show(<DashboardPage />, '/dashboard');
    expect(await screen.findByText('You are logged out. Logging in again...')).toBeTruthy();
    await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe('/auth/login'));
  });

  test('shows that it loads, and after a failure a retry button', async () => {
    const server = stubServer({ ...answersFor('free'), 'GET /api/video-configuration': pending });
    const { unmount } = show(<DashboardPage />, '/dashboard');
    expect((await screen.findAllByText('Loading configuration...')).length).toBeGreaterThan(0);
    unmount();

    server.answers['GET /api/video-configuration'] = failure(503, 'UNAVAILABLE', 'Not now.');
    const { user } = show(<DashboardPage />, '/dashboard');
    expect(await screen.findByText('Your configuration did not load')).toBeTruthy();
    server.answers['GET /api/video-configuration'] = { body: configuration() };
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('radio', { name: 'Glass Squish' })).toBeTruthy();
  });

  test('greets the user by the first name, or as Creator', async () => {
    stubServer({ ...answersFor('free'), 'GET /api/auth/user': { body: person('free', { firstName: null }) } });
    show(<DashboardPage />, '/dashboard');
    expect(await screen.findByRole('heading', { name: 'Welcome, Creator' })).toBeTruthy();
  });

  test('leads who has no video to the first one, and nobody else', async () => {
    const server = stubServer(answersFor('starter'));
    const { user, unmount } = show(<DashboardPage />, '/dashboard?view=videos');
    await user.click(await screen.findByRole('button', { name: 'Make your first video' }));
    expect(screen.getByText(/^Make your first video/)).toBeTruthy();
    expect(await screen.findByRole('radio', { name: 'Glass Squish' })).toBeTruthy();
    // The landing page's buttons say it, too.
    expect(localStorage.getItem(storageKeys.noVideo)).toBe('1');
    unmount();

    server.answers['GET /api/videos'] = videos(video('a'));
    show(<DashboardPage />, '/dashboard?view=videos');
    expect(await screen.findByRole('button', { name: 'Video Configuration' })).toBeTruthy();
    expect(screen.queryByText(/Make your first video/)).toBeNull();
    await waitFor(() => expect(localStorage.getItem(storageKeys.noVideo)).toBeNull());
  });
});

describe('the posts on time', () => {
  const onTime = 'GET /api/on-time';
  const shown = video('p1', 'posted', { videoType: 'v4' });

  test.each([
    [{ posts: 42, onTime: 41 }, 'On time this month: 41 of 42 posts.'],
    [{ posts: 1, onTime: 1 }, 'On time this month: 1 of 1 post.'],
  ])('are counted at the foot of the videos: %j', async (body, text) => {
    stubServer({ ...answersFor('starter'), 'GET /api/videos': videos(shown), [onTime]: { body } });
    show(<DashboardPage />, '/dashboard');
    expect(
      await screen.findByText((_, element) => element?.tagName === 'P' && element.textContent === text),
    ).toBeTruthy();
  });

  test.each([
    ['before the first post', { body: { posts: 0, onTime: 0 } }],
    ['while the server does not answer', pending],
    ['when they could not be read', failure(503, 'UNAVAILABLE', 'Not now.')],
  ])('are left out %s', async (_when, answer) => {
    stubServer({ ...answersFor('starter'), 'GET /api/videos': videos(shown), [onTime]: answer });
    show(<DashboardPage />, '/dashboard');
    expect(await screen.findByRole('article', { name: /Video/ })).toBeTruthy();
    expect(screen.queryByText(/On time this month/)).toBeNull();
  });
});
