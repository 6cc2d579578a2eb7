import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { failure, pending, show, stubServer } from '../../test/browser.tsx';
import { answersFor, next, save, videos } from '../../test/dashboard.ts';
import { configuration, video } from '../../test/people.ts';
import { DashboardPage } from './dashboard.tsx';

describe('a free plan', () => {
  test('makes its video at once and shows it in progress', async () => {
    const server = stubServer(answersFor('free', { videosPerMonth: 1 }));
    server.answers[save] = () => {
      server.answers['GET /api/videos'] = videos(video('f1', 'making', { videoType: 'v4' }));
      server.answers['GET /api/video-configuration'] = {
        body: configuration({ saved: true, version: 1, usedThisMonth: 1, videosPerMonth: 1 }),
      };
      return { body: { folderUrl: null, version: 1, timeZone: 'UTC', scheduledDates: [], videoId: 'f1' } };
    };
    const { user } = show(<DashboardPage />, '/dashboard');
    await user.click(await screen.findByRole('radio', { name: 'Room Reveal Explosion' }));
    await user.click(screen.getByRole('switch'));
    expect(screen.getByText('Audio Disabled')).toBeTruthy();
    await user.click(await next());
    expect(screen.getByText('Generate Instantly:')).toBeTruthy();
    expect(screen.getByText('Free users can create videos immediately without scheduling')).toBeTruthy();
    await user.click(await next());
    await user.type(screen.getByPlaceholderText('Enter any additional notes or instructions...'), 'No words');
    await user.click(screen.getByRole('button', { name: 'Create Video Now' }));

    expect(await screen.findByRole('heading', { name: 'Video In Progress!' })).toBeTruthy();
    expect(screen.getByText('Video Creation Started!')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Apri Drive' })).toHaveLength(1);
    expect(await screen.findByRole('article', { name: 'Video, Room Reveal Explosion' })).toBeTruthy();
    expect(server.bodiesOf(save)[0]).toMatchObject({
      videoType: 'v4',
      includeAudio: false,
      notes: 'No words',
      scheduledDates: [],
      version: 0,
    });
  });

  test('leads to the login page when it is saved after the session has ended', async () => {
    const server = stubServer(answersFor('free', { videosPerMonth: 1 }));
    server.answers[save] = failure(401, 'SIGNED_OUT', 'Please sign in.');
    const { user } = show(<DashboardPage />, '/dashboard');
    await user.click(await next());
    await user.click(await next());
    await user.click(screen.getByRole('button', { name: 'Create Video Now' }));
    expect(await screen.findByText('Session expired. Please login again...')).toBeTruthy();
    expect(screen.getByText('Unauthorized')).toBeTruthy();
    await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe('/auth/login'));
  });

  test('says when the Drive folder cannot be opened', async () => {
    jest.spyOn(window, 'open').mockReturnValue(null);
    stubServer({
      ...answersFor('free', { videosPerMonth: 1 }),
      'GET /api/user-drive-folder': failure(404, 'FOLDER_NOT_READY', 'Your folder is not ready yet.'),
    });
    const { user } = show(<DashboardPage />, '/dashboard');
    await next();
    await user.click(screen.getAllByRole('button', { name: 'Open Drive' })[0] as HTMLElement);
    const words = 'Unable to open Google Drive folder. It may not have been created yet.';
    expect(await screen.findByText(words)).toBeTruthy();
  });

  test('keeps everything typed when the save fails', async () => {
    const server = stubServer(answersFor('free', { videosPerMonth: 1 }));
    server.answers[save] = failure(503, 'UNAVAILABLE', 'The service is not there.');
    const { user } = show(<DashboardPage />, '/dashboard');
    await user.click(await next());
    await user.click(await next());
    await user.type(screen.getByLabelText('Notes'), 'Say hello');
    await user.click(screen.getByRole('button', { name: 'Create Video Now' }));
    expect(await screen.findByText('Unable to save configuration. Please try again.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>('Notes').value).toBe('Say hello');
  });

  test('takes no text while it is being saved, which would neither be saved nor kept', async () => {
    stubServer({ ...answersFor('free', { videosPerMonth: 1 }), [save]: pending });
    const { user } = show(<DashboardPage />, '/dashboard');
    await user.click(await next());
    await user.click(await next());
    expect(screen.getByLabelText('Notes').closest('[inert]')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Create Video Now' }));
    expect(screen.getByLabelText('Notes').closest('[inert]')).not.toBeNull();
    expect(screen.getByRole('button', { name: 'Creating...' }).closest('[inert]')).toBeNull();
  });

  test('says when the notes reach their limit and when they exceed it, and which part is spoken', async () => {
    stubServer(answersFor('free', { videosPerMonth: 1 }));
    const { user } = show(<DashboardPage />, '/dashboard');
    await user.click(await next());
    await user.click(await next());
    expect(screen.getByText(/The first sentence, or what stands in quotes, is shown in the video/)).toBeTruthy();
    await user.click(screen.getByLabelText('Notes'));
    await user.paste('word '.repeat(400));
    expect(screen.getByText('2,000 of 2,000 characters.')).toBeTruthy();
    await user.paste('more');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Notes').value).toHaveLength(2_004);
    expect(screen.getByText('Write at most 2,000 characters; these are 2,004.')).toBeTruthy();
  });

  test('says beside the button and in the message that there is no connection', async () => {
    const server = stubServer(answersFor('free', { videosPerMonth: 1 }));
    server.answers[save] = () => {
      throw new TypeError('Failed to fetch');
    };
    const { user } = show(<DashboardPage />, '/dashboard');
    await user.click(await next());
    await user.click(await next());
    const button = screen.getByRole('button', { name: 'Create Video Now' });
    await user.click(button);
    const note = await screen.findByRole('alert');
    expect(within(note).getByText('No connection.')).toBeTruthy();
    const words = 'We do not know yet whether your video was requested. Everything you entered is still here.';
    expect(within(note).getByText(words)).toBeTruthy();
    expect(note.parentElement?.contains(button)).toBe(true);
    expect(screen.queryByText(/Unable to save/)).toBeNull();
  });

  test('does not say that nothing was saved when the answer was lost, and shows the outcome', async () => {
    const server = stubServer(answersFor('free', { videosPerMonth: 1 }));
    server.answers[save] = () => {
      server.answers['GET /api/videos'] = videos(video('f1'));
      return failure(504, 'SERVICE_TIMEOUT', 'A part of Reelwright took too long. Please try again.');
    };
    const { user } = show(<DashboardPage />, '/dashboard');
    await user.click(await next());
    await user.click(await next());
    await user.click(screen.getByRole('button', { name: 'Create Video Now' }));
    expect(await screen.findByText('We do not know yet whether your video was requested.')).toBeTruthy();
    expect(screen.queryByText(/Unable to save/)).toBeNull();
    server.answers[save] = () => {
      server.answers['GET /api/video-configuration'] = {
        body: configuration({ saved: true, version: 1, usedThisMonth: 1, videosPerMonth: 1 }),
      };
      return failure(504, 'SERVICE_TIMEOUT', 'A part of Reelwright took too long. Please try again.');
    };
    await user.click(screen.getByRole('button', { name: 'Create Video Now' }));
    expect(await screen.findByRole('heading', { name: 'Video In Progress!' })).toBeTruthy();
  });

  test('says once how to continue when the free videos of the network are used', async () => {
    const server = stubServer({
      ...answersFor('free', { videosPerMonth: 1 }),
      'GET /api/auth/options': { body: { passwordReset: true, contactForm: true } },
    });
    server.answers[save] = {
      ...failure(429, 'FREE_VIDEOS_OF_NETWORK_USED', "Today's free videos are used up."),
      headers: { 'retry-after': '26040' },
    };
    const { user } = show(<DashboardPage />, '/dashboard');
    await user.click(await next());
    await user.click(await next());
    await user.type(screen.getByLabelText('Notes'), 'Say hello');
    await user.click(screen.getByRole('button', { name: 'Create Video Now' }));
    const note = await screen.findByRole('alert');
    expect(within(note).getByText('The free videos of your network are used up for today.')).toBeTruthy();
    expect(within(note).getByText(/^There are new ones from .*\. With a verified e-mail/)).toBeTruthy();
    expect(screen.queryByText(/Unable to save/)).toBeNull();
    expect(within(note).getByRole('link', { name: 'Continue with Google' }).getAttribute('href')).toBe(
      '/api/auth/google',
    );
    await user.click(within(note).getByRole('link', { name: 'Reset password by e-mail' }));
    await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe('/auth/forgotten-password'));
    expect(JSON.parse(sessionStorage.getItem('draft:7') ?? '{}')).toMatchObject({ notes: 'Say hello' });
  });

  test('never cuts a name, and says when it is too long, counted as the server does', async () => {
    const server = stubServer(answersFor('free', { videosPerMonth: 1 }));
    const { user } = show(<DashboardPage />, '/dashboard');
    await user.click(await next());
    await user.click(await next());
    const name = screen.getByLabelText<HTMLInputElement>('Name');
    await user.click(name);
    await user.paste('𝒢'.repeat(80));
    expect(name.value).toBe('𝒢'.repeat(80));
    expect(screen.queryByText(/Write at most/)).toBeNull();
    await user.paste('𝒢');
    expect(name.value).toBe('𝒢'.repeat(81));
    expect(screen.getByText('Write at most 80 characters; these are 81.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Create Video Now' }));
    expect(screen.getByText('A text is too long.')).toBeTruthy();
    expect(server.bodiesOf(save)).toEqual([]);
  });

  test('says beside a text with emoji that they are not drawn', async () => {
    stubServer(answersFor('free', { videosPerMonth: 1 }));
    const { user } = show(<DashboardPage />, '/dashboard');
    await user.click(await next());
    await user.click(await next());
    await user.type(screen.getByLabelText('Notes'), 'Bread © 2026, No. 1');
    expect(screen.queryByText(/Emoji are not drawn/)).toBeNull();
    await user.click(screen.getByLabelText('Notes'));
    await user.paste(' 🍞');
    expect(screen.getByText('Emoji are not drawn in the video.')).toBeTruthy();
    await user.click(screen.getByLabelText('Name'));
    await user.paste('🍞🥖');
    expect(screen.getByText('Emoji are not drawn in the video: it will not show a name at its end.')).toBeTruthy();
  });

  test('says in one line that the schedule may be passed, with one button that passes it', async () => {
    stubServer(answersFor('free', { videosPerMonth: 1 }));
    const { user } = show(<DashboardPage />, '/dashboard');
    await user.click(await next());
    const line = screen.getByText('Generate Instantly:').parentElement;
    const words = 'Generate Instantly: Free users can create videos immediately without scheduling';
    expect(line?.textContent).toBe(words);
    const wizard = within(screen.getByRole('region', { name: 'Video Configuration' }));
    const buttons = wizard.getAllByRole('button').map(({ textContent }) => textContent);
    expect(buttons.slice(-2)).toEqual(['Previous', 'Next']);
    expect(wizard.getByRole('link', { name: 'Upgrade Plan' }).getAttribute('href')).toBe('/pricing');
    await user.click(await next());
    expect(screen.getByLabelText('Notes')).toBeTruthy();
  });

  test('shows the finished video instead of the steps once the plan is used', async () => {
    stubServer({
      ...answersFor('free', { saved: true, version: 1, usedThisMonth: 1, videosPerMonth: 1 }),
      'GET /api/videos': videos(video('f1', 'delivered')),
    });
    show(<DashboardPage />, '/dashboard');
    expect(await screen.findByRole('heading', { name: 'Your video is ready' })).toBeTruthy();
  });

  test('names the day of the next free video in the zone of the configuration', async () => {
    const used = { saved: true, version: 1, usedThisMonth: 1, videosPerMonth: 1, timeZone: 'America/New_York' };
    stubServer({ ...answersFor('free', used), 'GET /api/videos': videos(video('f1', 'delivered')) });
    show(<DashboardPage />, '/dashboard');
    expect(await screen.findByText(/Your next free video is available on December 1\.$/)).toBeTruthy();
  });

  test('shows its video in progress once: one picture, one clock, and the folder as a second choice until the file is there', async () => {
    const used = { saved: true, version: 1, usedThisMonth: 1, videosPerMonth: 1 };
    const server = stubServer({ ...answersFor('free', used), 'GET /api/videos': videos(video('f1', 'making')) });
    const { unmount } = show(<DashboardPage />, '/dashboard');
    const isMain = async () =>
      (await screen.findByRole('button', { name: 'Apri Drive' })).classList.contains('primary');
    expect(await isMain()).toBe(false);
    expect(document.querySelectorAll('main .reel')).toHaveLength(1);
    expect(document.querySelectorAll('.clock')).toHaveLength(1);
    expect(screen.queryByRole('link', { name: 'Download' })).toBeNull();
    unmount();

    server.answers['GET /api/videos'] = videos(video('f1', 'delivered', { mediaUrl: '/media/f1.mp4?sig=1' }));
    show(<DashboardPage />, '/dashboard');
    expect(await isMain()).toBe(true);
    expect(document.querySelectorAll('main .reel')).toHaveLength(1);
  });

  describe('when its video is ready', () => {
    async function openReady() {
      const used = { saved: true, version: 1, usedThisMonth: 1, videosPerMonth: 1 };
      const ready = video('f1', 'delivered', { mediaUrl: '/media/f1.mp4?sig=1' });
      stubServer({ ...answersFor('free', used), 'GET /api/videos': videos(ready) });
      const { user } = show(<DashboardPage />, '/dashboard');
      const share = await screen.findByRole('button', { name: 'Share' });
      return { user, share };
    }
    afterEach(() => {
      Reflect.deleteProperty(navigator, 'share');
    });

    test('plays it, offers it as a file, and copies its link where the browser has no dialog for sharing', async () => {
      const { user, share } = await openReady();
      expect(screen.getByRole('button', { name: 'Play your video, Glass Squish' })).toBeTruthy();
      const file = screen.getByRole('link', { name: 'Download' });
      expect([file.getAttribute('href'), file.getAttribute('download')]).toEqual([
        '/media/f1.mp4?sig=1',
        'glass-squish.mp4',
      ]);
      await user.click(share);
      expect(await screen.findByText('Link copied. It works for a day.')).toBeTruthy();
      expect(await navigator.clipboard.readText()).toBe('http://localhost/media/f1.mp4?sig=1');
    });

    test('shares it by the dialog of the browser, and copies nothing when that is closed', async () => {
      const shared: unknown[] = [];
      const closed = async (data: unknown) => {
        shared.push(data);
        throw new DOMException('Closed.', 'AbortError');
      };
      Object.assign(navigator, { share: closed });
      const { user, share } = await openReady();
      await user.click(share);
      expect(shared).toEqual([{ title: 'Glass Squish', url: 'http://localhost/media/f1.mp4?sig=1' }]);
      expect(screen.queryByText(/Link copied/)).toBeNull();
    });
  });
});
