import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { useQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { failure, show, stubServer } from '../../test/browser.tsx';
import { person } from '../../test/people.ts';
import { currentUserQuery } from '../session/current-user.ts';
import { PageErrorBoundary } from './page-error-boundary.tsx';

const Missing = lazy(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));

/** A page whose code cannot be fetched, opened by who is signed in or not. */
function Page() {
  const { isPending } = useQuery(currentUserQuery);
  if (isPending) return null;
  return (
    <PageErrorBoundary>
      <Suspense>
        <Missing />
      </Suspense>
    </PageErrorBoundary>
  );
}

function openPage({ online }: { online: boolean }) {
  // React reports what the boundary catches.
  jest.spyOn(console, 'error').mockImplementation(() => {});
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  return show(<Page />, '/faq');
}

afterEach(() => {
  jest.restoreAllMocks();
});

describe('a page that cannot be loaded', () => {
  test('says offline that it is, keeps the header, and that there is still no connection when it is tried again', async () => {
    stubServer({ 'GET /api/auth/user': { body: person('pro') } });
    const { user } = openPage({ online: false });
    expect(await screen.findByRole('heading', { name: 'You are offline' })).toBeTruthy();
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Account menu/ })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByText('There is still no connection.')).toBeTruthy();
  });

  test('says otherwise that it did not load, with the header of a visitor', async () => {
    stubServer({ 'GET /api/auth/user': failure(401, 'SIGNED_OUT', 'Sign in.') });
    openPage({ online: true });
    expect(await screen.findByRole('heading', { name: 'This page did not load' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sign In' })).toBeTruthy();
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(screen.getByRole('heading', { name: 'You are offline' })).toBeTruthy();
  });
});
