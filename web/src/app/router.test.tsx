import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { failure, show, stubServer } from '../../test/browser.tsx';
import { person } from '../../test/people.ts';
import { LandingPage } from '../pages/landing.tsx';
import { NotFoundPage } from '../pages/not-found.tsx';

test('the start page links a visitor to the login page and a signed-in user to the dashboard', async () => {
  const server = stubServer({ 'GET /api/auth/user': failure(401, 'UNAUTHENTICATED', 'Sign in.') });
  const { unmount } = show(<LandingPage />, '/');
  expect(screen.getByRole('link', { name: 'Get Started' }).getAttribute('href')).toBe('/auth/login');
  expect(screen.getAllByRole('button', { name: /^Play / })).toHaveLength(8);
  unmount();
  server.answers['GET /api/auth/user'] = { body: person('free') };
  show(<LandingPage />, '/');
  expect((await screen.findByRole('link', { name: 'Dashboard' })).getAttribute('href')).toBe('/dashboard');
});

test('an unknown address shows the 404 page', () => {
  stubServer({ 'GET /api/auth/user': failure(401, 'UNAUTHENTICATED', 'Sign in.') });
  show(<NotFoundPage />, '/nowhere');
  expect(screen.getByRole('heading', { name: '404 Page Not Found' })).toBeTruthy();
  expect(screen.getByText('Did you forget to add the page to the router?')).toBeTruthy();
});
