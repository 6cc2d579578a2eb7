import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { failure, show, stubServer } from '../../test/browser.tsx';
import { person } from '../../test/people.ts';
import { AppFrame } from './app-frame.tsx';
import { AppRoutes } from './router.tsx';
import { SiteFrame } from './site-frame.tsx';

const linksOf = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

test('the footer of the public pages links to the sections of the landing page, to help and to the legal pages', () => {
  stubServer({ 'GET /api/auth/user': failure(401, 'SIGNED_OUT', 'Sign in.') });
  show(<SiteFrame signInText="Sign In">Page</SiteFrame>, '/terms');
  const footer = screen.getByRole('navigation', { name: 'Footer' });
  expect(linksOf(footer)).toEqual([
    ['Features', '/#features'],
    ['Examples', '/#examples'],
    ['Pricing', '/pricing'],
    ['FAQ', '/#faq'],
    ['Contact', '/contact'],
    ['API docs', '/api-docs'],
    ['Terms', '/terms'],
    ['Privacy', '/privacy'],
    ['Data deletion', '/data-deletion'],
  ]);
  expect(within(footer).getByRole('link', { name: 'Terms' }).getAttribute('aria-current')).toBe('page');
});

test('the header of the app, the avatar’s menu on small screens, and the footer link to every screen', async () => {
  stubServer({});
  const { user } = show(
    <AppFrame user={person('pro')} openingDrive={false} onOpenDrive={() => {}}>
      Page
    </AppFrame>,
    '/regeneration',
  );
  const screens = [
    ['Dashboard', '/dashboard'],
    ['Video Regeneration', '/regeneration'],
    ['Social Media', '/social'],
    ['FAQ', '/faq'],
  ];
  const main = screen.getByRole('navigation', { name: 'Main' });
  expect(linksOf(main)).toEqual(screens);
  expect(within(main).getByRole('link', { name: 'Video Regeneration' }).getAttribute('aria-current')).toBe('page');
  await user.click(screen.getByRole('button', { name: /^Account menu/ }));
  const entries = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
  const account = ['Open Drive', 'Light or dark', 'Analytics', 'Profile', 'Sign Out'];
  expect(entries).toEqual([...screens.map(([text]) => text), ...account]);
  for (const list of ['Product', 'Support', 'Legal']) expect(screen.getByRole('region', { name: list })).toBeTruthy();
  const footer = linksOf(screen.getByRole('navigation', { name: 'Footer' }));
  expect(footer).toEqual(
    expect.arrayContaining([
      ['FAQ', '/faq'],
      ['Terms', '/terms'],
      ['Contact', '/contact'],
    ]),
  );
});

test('signing out removes the conversation and the unsent message, even when the server fails', async () => {
  stubServer({ 'POST /api/auth/logout': failure(503, 'UNAVAILABLE', 'Not now.') });
  const { user } = show(
    <AppFrame user={person('pro')} openingDrive={false} onOpenDrive={() => {}}>
      Page
    </AppFrame>,
  );
  localStorage.setItem('reelwright.chat', '{}');
  sessionStorage.setItem('contact-draft', '{}');
  await user.click(screen.getByRole('button', { name: /^Account menu/ }));
  await user.click(screen.getByRole('menuitem', { name: 'Sign Out' }));
  await waitFor(() => expect(localStorage.getItem('reelwright.chat')).toBeNull());
  expect(sessionStorage.getItem('contact-draft')).toBeNull();
});

test('the old address of the terms redirects to them', async () => {
  stubServer({ 'GET /api/auth/user': failure(401, 'SIGNED_OUT', 'Sign in.') });
  navigator.sendBeacon = () => true;
  show(<AppRoutes />, '/terms-and-conditions', '*');
  await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe('/terms'));
  expect(await screen.findByRole('heading', { name: 'Terms of Service' })).toBeTruthy();
});

test('the assistant stays open with its draft from page to page, and is hidden on the sign-in pages', async () => {
  stubServer({ 'GET /api/auth/user': failure(401, 'SIGNED_OUT', 'Sign in.') });
  navigator.sendBeacon = () => true;
  localStorage.clear();
  const { user } = show(<AppRoutes />, '/terms', '*');
  await screen.findByRole('heading', { name: 'Terms of Service' });
  await user.click(screen.getByRole('button', { name: 'Ask a question' }));
  await user.type(await screen.findByRole('textbox', { name: 'Your question' }), 'Half a question');
  await user.click(within(screen.getByRole('navigation', { name: 'Footer' })).getByRole('link', { name: 'Privacy' }));
  await screen.findByRole('heading', { name: 'Privacy Policy' });
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your question' }).value).toBe('Half a question');
  await user.click(screen.getByRole('link', { name: 'Sign In' }));
  await waitFor(() => expect(screen.getByLabelText('Address').textContent).toMatch(/^\/auth\/login/));
  expect(screen.queryByRole('dialog', { name: 'Assistant' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Ask a question' })).toBeNull();
});
