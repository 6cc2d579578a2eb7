import { describe, expect, jest, test } from '@jest/globals';
import { platforms, recordOf } from '@reelwright/product';
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { failure, pending, show, stubServer } from '../../test/browser.tsx';
import { person } from '../../test/people.ts';
import type { Connection } from '../features/social-connections/api.ts';
import { SocialPage } from './social.tsx';

const connection = (change: Partial<Connection> = {}): Connection => ({
  connected: false,
  level: 'sandbox',
  state: 'none',
  code: null,
  message: null,
  fix: null,
  endsAt: null,
  ...change,
});
const all = (change: Partial<Record<string, Connection>> = {}) => ({
  body: {
    ...recordOf(platforms, () => connection()),
    instagram: connection({ level: 'off', message: 'Instagram needs a public address.' }),
    ...change,
  },
});
const read = 'GET /api/social-connections';
const answers = () => ({ 'GET /api/auth/user': { body: person('pro') }, [read]: all() });
const card = async (name: string) => within(await screen.findByRole('region', { name }));

describe('social connections', () => {
  test('show that they load, a retry button after a failure, and the list', async () => {
    const server = stubServer({ ...answers(), [read]: pending });
    const { unmount } = show(<SocialPage />, '/social');
    expect(await screen.findByText('Loading your connections...')).toBeTruthy();
    unmount();
    server.answers[read] = failure(503, 'UNAVAILABLE', 'Not now.');
    const { user } = show(<SocialPage />, '/social');
    expect(await screen.findByText('Your connections did not load')).toBeTruthy();
    server.answers[read] = all();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await card('TikTok')).getByRole('button', { name: 'Connect TikTok' })).toBeTruthy();
  });

  test('that are turned off are grey and marked as coming soon, with the reason', async () => {
    stubServer(answers());
    show(<SocialPage />, '/social');
    const instagram = await card('Instagram');
    expect(instagram.getByRole<HTMLButtonElement>('button', { name: /Coming Soon/ }).disabled).toBe(true);
    expect(instagram.getByText('Instagram needs a public address.')).toBeTruthy();
  });

  test('that cannot be started show it', async () => {
    const info = jest.spyOn(console, 'info').mockImplementation(() => {});
    stubServer({ ...answers(), 'GET /api/youtube/auth': failure(400, 'PLATFORM_OFF', 'Off.') });
    const { user } = show(<SocialPage />, '/social');
    await user.click((await card('YouTube')).getByRole('button', { name: 'Connect YouTube' }));
    expect(await screen.findByText('Failed to connect to YouTube. Check console for details.')).toBeTruthy();
    expect(info.mock.calls.flat().join(' ')).toContain('PLATFORM_OFF');
  });

  test('are removed only after a confirmation', async () => {
    const server = stubServer({
      ...answers(),
      [read]: all({ youtube: connection({ connected: true, state: 'connected' }) }),
    });
    server.answers['DELETE /api/social-connections/youtube'] = { body: { success: true } };
    const { user } = show(<SocialPage />, '/social');
    await user.click((await card('YouTube')).getByRole('button', { name: 'Disconnect YouTube' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Disconnect' }));
    expect(await screen.findByText('YouTube account disconnected successfully.')).toBeTruthy();
  });

  test('that could not be removed show it, with the cause', async () => {
    stubServer({
      ...answers(),
      [read]: all({ youtube: connection({ connected: true, state: 'connected' }) }),
      'DELETE /api/social-connections/youtube': failure(503, 'UNAVAILABLE', 'Please try again in a moment.'),
    });
    const { user } = show(<SocialPage />, '/social');
    await user.click((await card('YouTube')).getByRole('button', { name: 'Disconnect YouTube' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Disconnect' }));
    expect(await screen.findByText('Disconnection Failed')).toBeTruthy();
    expect(screen.getByText('Failed to disconnect account. Please try again.')).toBeTruthy();
    expect(screen.getByText('Please try again in a moment.')).toBeTruthy();
  });

  test('that may be removed although no answer came are read again', async () => {
    const server = stubServer({
      ...answers(),
      [read]: all({ youtube: connection({ connected: true, state: 'connected' }) }),
      'DELETE /api/social-connections/youtube': failure(504, 'TIMED_OUT', 'No answer in time.'),
    });
    const { user } = show(<SocialPage />, '/social');
    await user.click((await card('YouTube')).getByRole('button', { name: 'Disconnect YouTube' }));
    server.answers[read] = all();
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Disconnect' }));
    expect(await screen.findByRole('button', { name: 'Connect YouTube' })).toBeTruthy();
  });

  test('can be begun again after Back from the platform', async () => {
    stubServer({ ...answers(), 'GET /api/youtube/auth': { body: { authUrl: '#consent' } } });
    const { user } = show(<SocialPage />, '/social');
    const busy = async () => (await card('YouTube')).getByRole('button', { name: /Connect/ }).getAttribute('aria-busy');
    await user.click((await card('YouTube')).getByRole('button', { name: 'Connect YouTube' }));
    await waitFor(async () => expect(await busy()).toBe('true'));
    act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    await waitFor(async () => expect(await busy()).toBeNull());
  });

  test('show a toast after the return from the platform, and clear the address', async () => {
    stubServer(answers());
    const { unmount } = show(<SocialPage />, '/social?connected=facebook');
    expect(await screen.findByText('Facebook Connected')).toBeTruthy();
    await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe('/social'));
    unmount();
    show(<SocialPage />, '/social?error=tiktok&reason=CONSENT_DENIED&message=Call%20this%20number');
    expect(await screen.findByText('TikTok Connection Failed')).toBeTruthy();
    expect(screen.getAllByText('You did not allow access on TikTok.')).toHaveLength(2);
    expect(screen.queryByText(/Call this number/)).toBeNull();
  });

  test.each([
    ['&message=User%20denied%20access%3A%20scope', 'User denied access: scope'],
    ['&reason=MADE_UP&message=Not%20today', 'Not today'],
    [
      `&message=${encodeURIComponent('<a href="//evil.example">Sign\n\u202ein</a>')}`,
      '<a href="//evil.example">Sign in</a>',
    ],
    [`&message=${'x'.repeat(400)}`, 'x'.repeat(300)],
    ['&message=%20%00', 'TikTok could not be connected.'],
  ])('show TikTok’s own message as plain text if no known code gives the cause: %s', async (query, words) => {
    stubServer(answers());
    show(<SocialPage />, `/social?error=tiktok${query}`);
    const title = await screen.findByText('TikTok Connection Failed');
    expect(title.nextElementSibling?.textContent).toBe(words);
    expect(screen.queryByRole('link', { name: /Sign/ })).toBeNull();
    await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe('/social'));
  });

  test('never show a message from the address for other platforms', async () => {
    stubServer(answers());
    show(<SocialPage />, '/social?error=youtube&message=Call%20this%20number');
    expect(await screen.findByText('YouTube Connection Failed')).toBeTruthy();
    expect(screen.queryByText(/Call this number/)).toBeNull();
  });

  test('that failed keep a note with cause and fix, across a reload, until it is closed or they are connected', async () => {
    stubServer(answers());
    const first = show(<SocialPage />, '/social?error=tiktok&reason=SCOPE_MISSING');
    const reason = /A permission that posting needs was not granted/;
    expect((await card('TikTok')).getByText(reason)).toBeTruthy();
    expect((await card('TikTok')).getByText('Connect again and leave every permission ticked.')).toBeTruthy();
    expect((await card('YouTube')).queryByRole('alert')).toBeNull();
    first.unmount();
    const second = show(<SocialPage />, '/social');
    expect((await card('TikTok')).getByText(reason)).toBeTruthy();
    await second.user.click((await card('TikTok')).getByRole('button', { name: 'Close this note on TikTok' }));
    expect((await card('TikTok')).queryByText(reason)).toBeNull();
    second.unmount();
    show(<SocialPage />, '/social?error=tiktok&reason=MADE_UP').unmount();
    show(<SocialPage />, '/social?connected=tiktok');
    expect((await card('TikTok')).queryByRole('alert')).toBeNull();
  });

  test('that end within a week show when, and reconnect on the platform’s page', async () => {
    const ending = connection({
      connected: true,
      state: 'connected',
      code: 'ENDS_SOON',
      message: 'Our access to TikTok ends within a week.',
      fix: 'Press Reconnect before then to keep posting.',
      endsAt: '2026-11-25T10:00:00Z',
    });
    const server = stubServer({ ...answers(), [read]: all({ tiktok: ending }) });
    server.answers['GET /api/tiktok/auth'] = pending;
    const { user } = show(<SocialPage />, '/social');
    const tiktok = await card('TikTok');
    expect(tiktok.getByText('Ends soon')).toBeTruthy();
    expect(tiktok.getByText(/The access ends on .*25.* Press Reconnect before then/)).toBeTruthy();
    await user.click(tiktok.getByRole('button', { name: 'Reconnect TikTok' }));
    expect(server.calls.map(({ call }) => call)).toContain('GET /api/tiktok/auth');
  });

  test('that were ended show message and fix', async () => {
    const ended = connection({
      state: 'needs_reconnect',
      code: 'PASSWORD_CHANGED',
      message: 'The password was changed.',
      fix: 'Press Reconnect.',
    });
    stubServer({ ...answers(), [read]: all({ facebook: ended }) });
    show(<SocialPage />, '/social');
    expect((await card('Facebook')).getByText('The password was changed. Press Reconnect.')).toBeTruthy();
    expect((await card('Facebook')).getByRole('button', { name: 'Reconnect Facebook' })).toBeTruthy();
  });

  test('ask TikTok’s questions without defaults', async () => {
    const put = 'PUT /api/tiktok/settings';
    const server = stubServer({
      ...answers(),
      'GET /api/tiktok/settings': {
        body: {
          nickname: 'Giulia',
          privacyOptions: ['PUBLIC_TO_EVERYONE', 'SELF_ONLY'],
          commentAllowed: true,
          duetAllowed: false,
          stitchAllowed: true,
          settings: null,
        },
      },
      [put]: { body: {} },
    });
    const { user } = show(<SocialPage />, '/social?connected=tiktok&setup=tiktok');
    const sheet = within(await screen.findByRole('dialog', { name: 'TikTok settings' }));
    const everyone = await sheet.findByRole<HTMLInputElement>('radio', { name: 'Everyone' });
    expect(everyone.checked).toBe(false);
    expect(sheet.getByRole<HTMLInputElement>('switch', { name: 'Duet' }).disabled).toBe(true);
    expect(sheet.getByText(/Duet is grey because TikTok has it switched off/)).toBeTruthy();
    expect(sheet.getByText('Followers is available for private accounts only.')).toBeTruthy();
    expect(sheet.getByText(/Friends is not available for this account/)).toBeTruthy();
    expect(sheet.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    await user.click(everyone);
    await user.click(sheet.getByRole('switch', { name: 'Comment' }));
    await user.click(sheet.getByRole('checkbox'));
    await user.click(sheet.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('TikTok settings saved')).toBeTruthy();
    expect(server.bodiesOf(put)).toEqual([
      { privacyLevel: 'PUBLIC_TO_EVERYONE', allowComment: true, allowDuet: false, allowStitch: false, consent: true },
    ]);
  });

  test('offer a choice among several Facebook Pages, and explain when there is none', async () => {
    const pages = 'GET /api/facebook/pages';
    const server = stubServer({
      ...answers(),
      [pages]: {
        body: {
          pages: [
            { id: '1', name: 'Ferri Studio' },
            { id: '2', name: 'Faenza' },
          ],
        },
      },
      'PUT /api/facebook/page': { body: { pageName: 'Faenza' } },
    });
    const { user, unmount } = show(<SocialPage />, '/social?choose=facebook');
    await user.click(await screen.findByRole('radio', { name: 'Faenza' }));
    await user.click(screen.getByRole('button', { name: 'Choose Page' }));
    expect(await screen.findByText('Reels go to Faenza.')).toBeTruthy();
    unmount();
    server.answers[pages] = { body: { pages: [] } };
    show(<SocialPage />, '/social?choose=facebook');
    expect(await screen.findByText(/There is no Page that you can post to/)).toBeTruthy();
  });

  describe('while a choice is saved', () => {
    const choices = {
      TikTok: {
        address: '/social?connected=tiktok&setup=tiktok',
        dialog: 'TikTok settings',
        radio: 'Everyone',
        button: 'Save',
        put: 'PUT /api/tiktok/settings',
      },
      Facebook: {
        address: '/social?choose=facebook',
        dialog: 'Choose a Facebook Page',
        radio: 'Faenza',
        button: 'Choose Page',
        put: 'PUT /api/facebook/page',
      },
    };

    test.each(Object.entries(choices))('of %s, nothing changes it or closes it', async (_name, choice) => {
      const saving = Promise.withResolvers<{ status: number }>();
      const server = stubServer({
        ...answers(),
        'GET /api/tiktok/settings': {
          body: {
            nickname: 'Giulia',
            privacyOptions: ['PUBLIC_TO_EVERYONE', 'SELF_ONLY'],
            commentAllowed: true,
            duetAllowed: true,
            stitchAllowed: true,
            settings: null,
          },
        },
        'GET /api/facebook/pages': { body: { pages: [{ id: '2', name: 'Faenza' }] } },
        [choice.put]: saving.promise,
      });
      const { user } = show(<SocialPage />, choice.address);
      const dialog = await screen.findByRole('dialog', { name: choice.dialog });
      const sheet = within(dialog);
      for (const box of [await sheet.findByRole('radio', { name: choice.radio }), ...sheet.queryAllByRole('checkbox')])
        await user.click(box);
      const last = document.activeElement;
      const button = sheet.getByRole('button', { name: choice.button });
      const cancel = sheet.getByRole<HTMLButtonElement>('button', { name: 'Cancel' });
      await user.keyboard('{Enter}');
      await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
      for (const field of dialog.querySelectorAll('input')) expect(field.closest('[inert]')).not.toBeNull();
      expect([document.activeElement, cancel.disabled]).toEqual([button, true]);

      // Escape, pressed twice: a browser lets a page refuse only the first.
      const cancelled = createEvent('cancel', dialog, { cancelable: true });
      fireEvent(dialog, cancelled);
      expect([cancelled.defaultPrevented, dialog.getAttribute('closedby')]).toEqual([true, 'none']);
      fireEvent.click(dialog);
      expect(screen.getByRole('dialog', { name: choice.dialog })).toBe(dialog);

      // A failure ends it at once, however long the connections take to be read again.
      server.answers[read] = pending;
      saving.resolve({ status: 503 });
      expect(await sheet.findByText(/not saved. Please try again./)).toBeTruthy();
      expect([last?.closest('[inert]'), document.activeElement]).toEqual([null, last]);
      fireEvent.click(dialog);
      expect(screen.queryByRole('dialog', { name: choice.dialog })).toBeNull();
    });
  });
});
