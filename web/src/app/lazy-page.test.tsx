import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { failure, show, stubServer } from '../../test/browser.tsx';
import { lazyPage } from './lazy-page.ts';
import { PageErrorBoundary } from './page-error-boundary.tsx';

const page = { default: () => <h1>Frequently Asked Questions</h1> };
const notFetched = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

/** Opens a page whose script is loaded by `load`, and waits until a second attempt would be over. */
async function open(load: () => Promise<typeof page>) {
  const Page = lazyPage(load);
  stubServer({ 'GET /api/auth/user': failure(401, 'SIGNED_OUT', 'Sign in.') });
  show(
    <PageErrorBoundary>
      <Suspense>
        <Page />
      </Suspense>
    </PageErrorBoundary>,
    '/faq',
  );
  await act(() => jest.advanceTimersByTimeAsync(5_000));
}

beforeEach(() => {
  jest.useFakeTimers();
  // React reports what the boundary catches.
  jest.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('a page whose script is loaded on demand', () => {
  test('is shown if the script could not be fetched once', async () => {
    await open(jest.fn(async () => page).mockImplementationOnce(notFetched));
    expect(screen.getByRole('heading', { name: 'Frequently Asked Questions' })).toBeTruthy();
  });

  test('says that it did not load if the script could not be fetched twice, as after a release', async () => {
    const load = jest.fn<() => Promise<typeof page>>(notFetched);
    await open(load);
    expect(screen.getByRole('heading', { name: 'This page did not load' })).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('is not shown without its style, which would be missing after a second attempt', async () => {
    const styleMissing = () => Promise.reject(new Error('Unable to preload CSS for /assets/analytics.css'));
    await open(jest.fn(async () => page).mockImplementationOnce(styleMissing));
    expect(screen.getByRole('heading', { name: 'This page did not load' })).toBeTruthy();
  });

  test('says at once that there is no connection', async () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const load = jest.fn<() => Promise<typeof page>>(notFetched);
    await open(load);
    expect(screen.getByRole('heading', { name: 'You are offline' })).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(1);
  });
});
