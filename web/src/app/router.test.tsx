import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { show, stubServer } from '../../test/browser.tsx';
import { NotFoundPage } from '../pages/not-found.tsx';

test('an unknown address shows the 404 page', () => {
  const server = stubServer({});
  show(<NotFoundPage />, '/nowhere');
  expect(screen.getByRole('heading', { name: '404 Page Not Found' })).toBeTruthy();
  expect(screen.getByText('Did you forget to add the page to the router?')).toBeTruthy();
  expect(server.calls).toEqual([]);
});
