import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { type Platform, platforms, recordOf, type Tier } from '@reelwright/product';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { failure, pending, show, stubServer } from '../../test/browser.tsx';
import { configuration, finishedStages, person, post, runningStages, savedEntry, video } from '../../test/people.ts';
import type { Video } from '../features/videos/api.ts';
import { DashboardPage } from './dashboard.tsx';

const save = 'POST /api/video-configurations';
const videos = (...list: ReturnType<typeof video>[]) => ({
  body: { serverTime: '2026-11-20T16:46:00Z', videos: list },
});

function answersFor(tier: 'free' | 'starter' | 'pro', change = {}) {
  return {
    'GET /api/auth/user': { body: person(tier) },
    'GET /api/video-configuration': {
      body: configuration({ videosPerMonth: person(tier).videosPerMonth, ...change }),
    },
    'GET /api/videos': videos(),
    'GET /api/social-connections': failure(503, 'UNAVAILABLE', 'Not now.'),
  };
}

const next = () => screen.findByRole('button', { name: 'Next' });

/** The calendar of a pro plan where Facebook is off, with one entry for these platforms, if there are any. */
async function withFacebookOff(entryFor: Platform[]) {
  const connections = recordOf(platforms, (platform) => ({
    connected: false,
    level: platform === 'facebook' ? 'off' : 'live',
  }));
  const entry = savedEntry('a', '2026-11-24', '09:00', 'planned', { platforms: entryFor });
  const server = stubServer({
    ...answersFor('pro', {
      saved: true,
      version: 3,
      timeZone: 'Europe/Rome',
      scheduledDates: entryFor.length > 0 ? [entry] : [],
    }),
    'GET /api/social-connections': { body: connections },
    [save]: { body: { folderUrl: null, version: 4, timeZone: 'Europe/Rome', scheduledDates: [] } },
  });
  const { user } = show(<DashboardPage />, '/dashboard');
  await user.click(await next());
  const saved = async () => {
    await user.click(await next());
    await user.click(screen.getByRole('button', { name: 'Create Configuration' }));
    await waitFor(() => expect(server.bodiesOf(save)).toHaveLength(1));
    return server.bodiesOf(save)[0];
  };
  return { user, saved };
}

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
    unmount();

    server.answers['GET /api/videos'] = videos(video('a'));
    show(<DashboardPage />, '/dashboard?view=videos');
    expect(await screen.findByRole('button', { name: 'Video Configuration' })).toBeTruthy();
    expect(screen.queryByText(/Make your first video/)).toBeNull();
  });
});

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

describe('a paid plan', () => {
  const zone = { saved: true, version: 3, timeZone: 'Europe/Rome' };

  test('puts a video on the calendar and saves it', async () => {
    const server = stubServer(answersFor('starter', zone));
    server.answers[save] = () => {
      const scheduledDates = [savedEntry('a', '2026-11-28', '09:00')];
      server.answers['GET /api/video-configuration'] = { body: configuration({ ...zone, version: 4, scheduledDates }) };
      return { body: { folderUrl: null, version: 4, timeZone: 'Europe/Rome', scheduledDates } };
    };
    const { user } = show(<DashboardPage />, '/dashboard');
    await user.click(await next());
    expect((await next()).hasAttribute('disabled')).toBe(true);
    expect(screen.getByText(/Times in Europe\/Rome/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /^Schedule a video on .*28/ }));
    const dialog = within(screen.getByRole('dialog', { name: 'Schedule Video' }));
    expect(dialog.getByLabelText<HTMLSelectElement>('Time').value).toBe('09:00');
    const day = dialog.getByLabelText<HTMLInputElement>('Date');
    fireEvent.change(day, { target: { value: '2026-11-02' } });
    expect(day.getAttribute('aria-invalid')).toBe('true');
    expect(dialog.getByLabelText('Time').getAttribute('aria-invalid')).toBeNull();
    expect(document.getElementById(day.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(/later day/);
    fireEvent.change(day, { target: { value: '2026-11-28' } });
    expect(day.getAttribute('aria-invalid')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Add Video' }));
    expect(screen.getByRole('button', { name: /^#1 · 09:00, edit video/ })).toBeTruthy();
    await user.click(await next());
    await user.click(screen.getByRole('button', { name: 'Create Configuration' }));
    expect(await screen.findByRole('heading', { name: 'Configuration Saved!' })).toBeTruthy();
    expect(server.bodiesOf(save)[0]).toMatchObject({
      version: 3,
      scheduledDates: [{ date: '2026-11-28', time: '09:00' }],
    });
  });

  test('says after the save which posts were moved because a platform’s day is full, and when they go out', async () => {
    const scheduledDates = [savedEntry('a', '2026-11-24', '09:00')];
    const server = stubServer(answersFor('starter', { ...zone, scheduledDates }));
    const message = 'YouTube takes no more from Reelwright on November 24; goes out on November 25 at 09:00.';
    const notice = { id: 'a', index: 1, platform: 'youtube', code: 'BUDGET_SPENT', goesOutAt: '2026-11-25T08:00:00Z' };
    const answer = { folderUrl: null, version: 4, timeZone: 'Europe/Rome', scheduledDates };
    server.answers[save] = { body: { ...answer, notices: [{ ...notice, message }] } };
    const { user } = show(<DashboardPage />, '/dashboard');
    await user.click(await next());
    await user.click(await next());
    await user.click(screen.getByRole('button', { name: 'Create Configuration' }));
    expect(await screen.findByRole('heading', { name: 'Configuration Saved!' })).toBeTruthy();
    expect(screen.getByText('One post goes out later')).toBeTruthy();
    expect(screen.getByText(`#1: ${message}`)).toBeTruthy();
  });

  test('shows the earliest hour of today, and disables past days', async () => {
    stubServer(answersFor('starter', zone));
    const { user } = show(<DashboardPage />, '/dashboard');
    await user.click(await next());
    const table = within(screen.getByRole('table'));
    expect(table.getByText('19').closest('button')?.disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: /today$/ }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText(/The earliest is 19:00/)).toBeTruthy();
    expect(dialog.getByRole<HTMLOptionElement>('option', { name: '18:00' }).disabled).toBe(true);
  });

  test('has one tab stop in the month, and moves through it by arrow keys', async () => {
    stubServer(answersFor('starter', zone));
    const { user } = show(<DashboardPage />, '/dashboard');
    await user.click(await next());
    const days = () => [...document.querySelectorAll<HTMLButtonElement>('.day')];
    expect(days().filter((day) => day.tabIndex === 0)).toHaveLength(1);
    days()
      .find((day) => day.tabIndex === 0)
      ?.focus();
    await user.keyboard('{ArrowRight}{ArrowDown}');
    expect((document.activeElement as HTMLElement).dataset.date).toBe('2026-11-28');
    await user.keyboard('{PageDown}');
    expect((document.activeElement as HTMLElement).dataset.date).toBe('2026-12-28');
    await user.keyboard('{PageUp}{PageUp}');
    expect((document.activeElement as HTMLElement).dataset.date).toBe('2026-11-20');
    await user.keyboard('{Enter}');
    expect(screen.getByRole('dialog', { name: 'Schedule Video' })).toBeTruthy();
  });

  test('edits an entry, deletes one and removes all', async () => {
    const scheduledDates = [savedEntry('a', '2026-11-24', '09:00'), savedEntry('b', '2026-11-26', '18:00')];
    stubServer(answersFor('starter', { ...zone, scheduledDates }));
    const { user } = show(<DashboardPage />, '/dashboard');
    await user.click(await next());
    await user.click(screen.getByRole('button', { name: /^#1 · 09:00, edit video/ }));
    const dialog = within(screen.getByRole('dialog', { name: 'Edit Video' }));
    await user.selectOptions(dialog.getByLabelText('Time'), '11:00');
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    await user.click(screen.getByRole('button', { name: /^#1 · 11:00, edit video/ }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(screen.getByRole('button', { name: /^#1 · 18:00, edit video/ })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Remove All' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove All' }));
    expect(screen.getByText('Nothing is scheduled. Choose a day to add a video.')).toBeTruthy();
  });

  test('offers an entry the platforms that are available here, and names no other', async () => {
    const { user, saved } = await withFacebookOff([]);
    await user.click(screen.getByRole('button', { name: /^Schedule a video on .*28/ }));
    const dialog = within(screen.getByRole('dialog', { name: 'Schedule Video' }));
    expect(dialog.queryByLabelText('Facebook')).toBeNull();
    await user.click(dialog.getByLabelText('TikTok'));
    await user.click(dialog.getByRole('button', { name: 'Add Video' }));
    expect(await saved()).toMatchObject({ scheduledDates: [{ platforms: ['youtube', 'instagram'] }] });
  });

  test('lets an entry go everywhere when all available platforms are chosen again', async () => {
    const { user, saved } = await withFacebookOff(['youtube', 'instagram']);
    await user.click(screen.getByRole('button', { name: /^#1 · 09:00, edit video/ }));
    const dialog = within(screen.getByRole('dialog', { name: 'Edit Video' }));
    await user.click(dialog.getByLabelText('TikTok'));
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    expect(await saved()).toMatchObject({ scheduledDates: [{ platforms: null }] });
  });

  test('keeps the platforms of an entry that are not edited, also one that is off by now', async () => {
    const { user, saved } = await withFacebookOff(['tiktok', 'youtube', 'facebook']);
    await user.click(screen.getByRole('button', { name: /^#1 · 09:00, edit video/ }));
    const dialog = within(screen.getByRole('dialog', { name: 'Edit Video' }));
    expect(dialog.getByLabelText<HTMLInputElement>('Facebook').checked).toBe(true);
    await user.type(dialog.getByLabelText('Title'), 'Monday');
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    const { scheduledDates } = (await saved()) as { scheduledDates: Record<string, unknown>[] };
    expect(scheduledDates[0]).toMatchObject({ title: 'Monday' });
    expect(scheduledDates[0]).not.toHaveProperty('platforms');
  });

  test('stops at the plan’s limit, and offers an upgrade', async () => {
    stubServer(answersFor('starter', { ...zone, usedThisMonth: 8 }));
    const { user } = show(<DashboardPage />, '/dashboard');
    await user.click(await next());
    await user.click(screen.getByRole('button', { name: /^Schedule a video on .*28/ }));
    await user.click(screen.getByRole('button', { name: 'Add Video' }));
    const text = "You've reached your plan limit of 8 videos per month. Please upgrade to schedule more videos.";
    expect(within(screen.getByRole('alertdialog')).getByText(text)).toBeTruthy();
    expect(screen.getByText('The month that is full goes from November 2 to December 2.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Upgrade Plan' }));
    expect(screen.getByRole('dialog', { name: 'Upgrade Your Plan' })).toBeTruthy();
  });

  test('loads the newer version after a change elsewhere, and keeps the draft', async () => {
    const scheduledDates = [savedEntry('a', '2026-11-24', '09:00')];
    const server = stubServer(answersFor('starter', { ...zone, scheduledDates }));
    server.answers[save] = () => {
      server.answers['GET /api/video-configuration'] = { body: configuration({ ...zone, version: 9, scheduledDates }) };
      return failure(409, 'CONFIGURATION_STALE', 'A newer version exists.');
    };
    const { user } = show(<DashboardPage />, '/dashboard');
    await user.click(await next());
    await user.click(await next());
    await user.type(screen.getByLabelText('Notes'), 'Kept');
    await user.click(screen.getByRole('button', { name: 'Create Configuration' }));
    expect(await screen.findByText('This configuration was changed elsewhere.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>('Notes').value).toBe('Kept');
    await user.click(screen.getByRole('button', { name: 'Create Configuration' }));
    await waitFor(() => expect(server.bodiesOf(save)).toHaveLength(2));
    expect(server.bodiesOf(save)[1]).toMatchObject({ version: 9, notes: 'Kept' });
  });
});

describe('the rundown', () => {
  test('shows running videos, those that need the user, and posted ones', async () => {
    const posted = [post('tiktok', 'posted', { permalink: 'https://tiktok.example/1' })];
    const troubled = [
      post('tiktok', 'failed', {
        code: 'TOKEN_REJECTED',
        status: { actions: ['reconnect'] },
        message: 'TikTok no longer lets us post for you.',
        fix: 'Press Reconnect.',
      }),
      post('youtube', 'unconfirmed', { status: { next: { step: 'check', at: '2026-11-20T17:00:00Z' } } }),
    ];
    const server = stubServer({
      ...answersFor('starter'),
      'GET /api/videos': videos(
        video('a'),
        video('b', 'not_posted', { posts: troubled, videoType: 'v7' }),
        video('c', 'posted', { posts: posted, videoType: 'v3' }),
      ),
      'POST /api/videos/b/posts/youtube/check': { body: { state: 'unconfirmed' } },
      'GET /api/tiktok/auth': pending,
    });
    const { user } = show(<DashboardPage />, '/dashboard');
    const making = within(await screen.findByRole('region', { name: 'In the making' }));
    expect(making.getByText('40% done. The time left is not known yet.')).toBeTruthy();
    const needsOwner = within(screen.getByRole('region', { name: 'Needs you' }));
    expect(needsOwner.getByText('TikTok no longer lets us post for you.')).toBeTruthy();
    expect(needsOwner.getByText(/Press Reconnect\./)).toBeTruthy();
    expect(needsOwner.getByText(/We will not post it twice/)).toBeTruthy();
    expect(needsOwner.queryByRole('button', { name: /Post again/ })).toBeNull();
    await user.click(needsOwner.getByRole('button', { name: 'Check now' }));
    expect(server.bodiesOf('POST /api/videos/b/posts/youtube/check')).toHaveLength(1);
    await user.click(needsOwner.getByRole('button', { name: 'Reconnect TikTok' }));
    expect(server.calls.map(({ call }) => call)).toContain('GET /api/tiktok/auth');
    const done = within(screen.getByRole('region', { name: 'Posted' }));
    expect(done.getByText('Posted on 1 of 1')).toBeTruthy();
    expect(done.getByRole('link', { name: /Open file/ })).toBeTruthy();
  });

  test.each<[Extract<Tier, 'free' | 'starter'>, number]>([
    ['starter', 1],
    ['free', 0],
  ])('says how often a posted video was seen, with %s', async (tier, links) => {
    const posts = [post('tiktok', 'posted'), post('youtube', 'posted')];
    const seen = { videoId: 'c', views: 1204 };
    const server = stubServer({
      ...answersFor(tier),
      'GET /api/videos': videos(
        video('c', 'posted', { posts }),
        video('d', 'not_posted', { posts: [post('tiktok', 'posted'), post('youtube', 'failed')] }),
      ),
      'GET /api/analytics/posts?limit=100': {
        body: {
          level: 'views',
          posts: [
            { ...seen, platform: 'tiktok' },
            { ...seen, platform: 'youtube', views: 1 },
            { ...seen, videoId: 'd', platform: 'tiktok', views: 7 },
          ],
          next: null,
        },
      },
    });
    show(<DashboardPage />, '/dashboard?view=videos');
    const done = within(await screen.findByRole('region', { name: 'Posted' }));
    await waitFor(() => expect(done.queryAllByRole('link', { name: '1,205 views' })).toHaveLength(links));
    expect(screen.queryAllByRole('link', { name: '7 views' })).toHaveLength(links);
    expect(server.calls.filter(({ call }) => call.includes('analytics'))).toHaveLength(links);
  });

  test('asks the user to reconnect if access is missing to check a post', async () => {
    const unseen = post('youtube', 'unconfirmed', {
      code: 'LOOK_NEEDS_RECONNECT',
      message: 'We cannot ask YouTube whether it went out.',
      fix: 'Press Reconnect and we check there right away.',
      status: { actions: ['reconnect'], next: { step: 'check', at: '2026-11-20T17:00:00Z' } },
    });
    const server = stubServer({
      ...answersFor('starter'),
      'GET /api/videos': videos(video('b', 'unconfirmed', { posts: [unseen] })),
      'GET /api/youtube/auth': pending,
    });
    const { user } = show(<DashboardPage />, '/dashboard');
    const needsOwner = within(await screen.findByRole('region', { name: 'Needs you' }));
    expect(needsOwner.getByText(/we check there right away/)).toBeTruthy();
    expect(needsOwner.queryByRole('button', { name: 'Check now' })).toBeNull();
    await user.click(needsOwner.getByRole('button', { name: 'Reconnect YouTube' }));
    expect(server.calls.map(({ call }) => call)).toContain('GET /api/youtube/auth');
  });

  test('shows the next try of a late post, and offers to connect an account if none is left', async () => {
    const late = post('tiktok', 'late', {
      code: 'RATE_LIMITED',
      message: 'TikTok asks us to slow down.',
      fix: 'Nothing to do. We try again automatically.',
      goesOutAt: '2020-11-20T08:00:00Z',
      status: { next: { step: 'try', at: '2020-11-20T11:14:30Z' } },
    });
    const gone = post('facebook', 'unconfirmed', {
      code: 'NO_LONGER_CONNECTED',
      status: { actions: ['connect'] },
      message: 'We cannot ask Facebook any more whether it went out.',
      fix: 'Connect it again and we check there too.',
    });
    stubServer({
      ...answersFor('starter'),
      'GET /api/videos': videos(video('b', 'late', { posts: [late, gone], status: { group: 'needs_owner' } })),
    });
    show(<DashboardPage />, '/dashboard');
    const needsOwner = within(await screen.findByRole('region', { name: 'Needs you' }));
    expect(needsOwner.getByText(/^Late, next try \d\d:14$/)).toBeTruthy();
    expect(needsOwner.getByRole('link', { name: 'Connect Facebook' }).getAttribute('href')).toBe('/social');
    expect(needsOwner.queryByRole('button', { name: 'Check now' })).toBeNull();
  });

  test('explains a video that missed its time before it was made, and posts it now', async () => {
    const why = { code: 'ENTRY_MISSED', message: 'Its time passed long ago.', fix: 'Press Post now.' };
    const unmade = { requested: { at: null }, rendering: { ...finishedStages.rendering, state: 'waiting' as const } };
    const stages = { ...finishedStages, ...unmade };
    const server = stubServer({
      ...answersFor('starter'),
      'GET /api/videos': videos(video('m', 'missed', { stages, why, status: { actions: ['post_now'] } })),
      'POST /api/videos/m/post-now': { body: { state: 'requested' } },
    });
    const { user } = show(<DashboardPage />, '/dashboard?view=videos');
    const needsOwner = within(await screen.findByRole('region', { name: 'Needs you' }));
    expect(needsOwner.getByText(why.message)).toBeTruthy();
    expect(needsOwner.getByText(why.fix)).toBeTruthy();
    await user.click(needsOwner.getByRole('button', { name: 'Post now' }));
    expect(server.bodiesOf('POST /api/videos/m/post-now')).toHaveLength(1);
  });

  test('shows a video’s place in line and estimate, and the next try while the model is unavailable', async () => {
    const rendering = { ...runningStages.rendering, state: 'waiting' as const, percent: 0 };
    const inLine = { ...runningStages, rendering: { ...rendering, place: 3, readyInSeconds: 360 } };
    const why = { code: 'MODEL_AWAY', message: 'The video model is unavailable.', fix: 'We keep trying.' };
    const away = { ...runningStages, rendering: { ...rendering, ...why, nextTryAt: '2099-11-20T17:20:00Z' } };
    stubServer({
      ...answersFor('starter'),
      'GET /api/videos': videos(video('a', 'making', { stages: inLine }), video('b', 'making', { stages: away, why })),
    });
    show(<DashboardPage />, '/dashboard?view=videos');
    const making = within(await screen.findByRole('region', { name: 'In the making' }));
    expect(making.getByText('Third in line. Ready in about 6 minutes.')).toBeTruthy();
    expect(making.getByText('third in line')).toBeTruthy();
    expect(making.getAllByRole('status')[0]?.textContent).toBe('Third in line. Ready in about 10 minutes.');
    expect(making.getByText('The video model is unavailable.')).toBeTruthy();
    expect(making.getByText(/^We keep trying, next at \d\d:20\.$/)).toBeTruthy();
  });

  test('shows the video that is due next first', async () => {
    const next = video('a', 'making', { title: 'The next one', publishAt: '2026-11-21T08:00:00Z' });
    const later = video('b', 'making', { title: 'A later one', publishAt: '2026-11-21T09:00:00Z' });
    stubServer({ ...answersFor('starter'), 'GET /api/videos': videos(later, next) });
    show(<DashboardPage />, '/dashboard?view=videos');
    const making = within(await screen.findByRole('region', { name: 'In the making' }));
    const titles = making.getAllByText(/ one$/).map(({ textContent }) => textContent);
    expect(titles).toEqual(['The next one', 'A later one']);
  });

  test('says that a video requested at its publishing time is being made and goes out when it is ready', async () => {
    const why = { code: 'BEING_MADE', message: 'It is being made now and goes out as soon as it is ready.', fix: '' };
    stubServer({
      ...answersFor('starter'),
      'GET /api/videos': videos(video('m', 'making', { publishAt: '2026-11-20T08:00:00Z', why })),
    });
    show(<DashboardPage />, '/dashboard');
    const making = within(await screen.findByRole('region', { name: 'In the making' }));
    expect(making.getByText(why.message)).toBeTruthy();
  });

  test('shows a moved post with the cause and its new time', async () => {
    const message = 'TikTok takes no more from Reelwright on November 21; goes out on November 22 at 09:00.';
    const goesOutAt = '2026-11-22T08:00:00Z';
    const posts = [
      post('tiktok', 'moved', { code: 'BUDGET_SPENT', message, goesOutAt }),
      post('youtube', 'scheduled', { goesOutAt: '2026-11-21T08:00:00Z' }),
    ];
    const publishAt = '2026-11-21T08:00:00Z';
    stubServer({
      ...answersFor('starter'),
      'GET /api/videos': videos(video('a', 'ready', { publishAt, posts })),
    });
    show(<DashboardPage />, '/dashboard?view=videos');
    const going = within(await screen.findByRole('region', { name: 'Going out' }));
    expect(going.getByText(message)).toBeTruthy();
    expect(going.getByText(/^Goes out .*22.*09:00$/)).toBeTruthy();
    expect(going.getByText('at 09:00')).toBeTruthy();
    expect(going.getByText('09:00 on 1 platform, 1 later')).toBeTruthy();
  });

  test('says why a post is late, and that it is retried', async () => {
    const cause = {
      code: 'RATE_LIMITED',
      message: 'TikTok asks us to slow down.',
      fix: 'Nothing to do: we try again.',
    };
    const posts = [post('tiktok', 'late', { ...cause, goesOutAt: '2026-11-20T08:00:00Z' })];
    stubServer({
      ...answersFor('starter'),
      'GET /api/videos': videos(video('a', 'late', { posts })),
    });
    show(<DashboardPage />, '/dashboard?view=videos');
    const going = within(await screen.findByRole('region', { name: 'Going out' }));
    expect(going.getByText('TikTok asks us to slow down. Nothing to do: we try again.')).toBeTruthy();
    expect(going.getByText('Late, it was for 09:00')).toBeTruthy();
  });

  test('shows that there are no videos, or that they did not load', async () => {
    const server = stubServer(answersFor('starter'));
    const { unmount } = show(<DashboardPage />, '/dashboard?view=videos');
    expect(await screen.findByText(/No videos yet/)).toBeTruthy();
    unmount();
    server.answers['GET /api/videos'] = failure(503, 'UNAVAILABLE', 'Not now.');
    const { user } = show(<DashboardPage />, '/dashboard?view=videos');
    expect(await screen.findByText('Your videos did not load')).toBeTruthy();
    server.answers['GET /api/videos'] = videos(video('a'));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('article', { name: 'Video, Glass Squish' })).toBeTruthy();
  });

  test('are called by their title', async () => {
    const server = stubServer(answersFor('starter'));
    server.answers['GET /api/videos'] = videos(video('a', 'making', { title: 'Ours' }));
    show(<DashboardPage />, '/dashboard?view=videos');
    expect(await screen.findByRole('article', { name: 'Video, Ours' })).toBeTruthy();
  });

  test('says why a post has no link, and why another one is held back', async () => {
    const noLink = { code: 'NO_LINK', message: 'TikTok gives no link to this post.', fix: 'Open the TikTok app.' };
    const held = {
      code: 'SETUP_NEEDED',
      status: { actions: ['change_setting' as const] },
      message: 'Nobody has chosen who may see it.',
      fix: 'Choose it in TikTok settings.',
    };
    stubServer({
      ...answersFor('starter'),
      'GET /api/videos': videos(
        video('a', 'posted', { posts: [post('tiktok', 'posted', noLink)] }),
        video('b', 'held_back', { posts: [post('tiktok', 'held_back', held)] }),
      ),
    });
    show(<DashboardPage />, '/dashboard');
    const done = within(await screen.findByRole('region', { name: 'Posted' }));
    expect(done.getByText('TikTok gives no link to this post. Open the TikTok app.')).toBeTruthy();
    const needsOwner = within(screen.getByRole('region', { name: 'Needs you' }));
    expect(needsOwner.getByText('Nobody has chosen who may see it.')).toBeTruthy();
    expect(needsOwner.getByRole('link', { name: 'TikTok settings' }).getAttribute('href')).toBe('/social?setup=tiktok');
  });

  test('says why a platform was left out and what to do, even if all other posts went out', async () => {
    const left = { code: 'DISCONNECTED', message: 'Instagram was disconnected.', fix: 'Connect it for the next one.' };
    const instagram = post('instagram', 'cancelled', left);
    const never = post('facebook', 'not_connected', {
      message: 'Facebook was never connected.',
      fix: 'Connect.',
    });
    stubServer({
      ...answersFor('starter'),
      'GET /api/videos': videos(
        video('a', 'not_posted', { posts: [instagram, post('tiktok', 'failed'), never] }),
        video('b', 'posted', { posts: [instagram, post('tiktok', 'posted')] }),
      ),
    });
    show(<DashboardPage />, '/dashboard');
    const needsOwner = within(await screen.findByRole('region', { name: 'Needs you' }));
    expect(needsOwner.getByText('Instagram was disconnected. Connect it for the next one.')).toBeTruthy();
    expect(needsOwner.getByText('Facebook was never connected. Connect.')).toBeTruthy();
    const done = within(screen.getByRole('region', { name: 'Posted' }));
    expect(done.getByText(/Instagram was disconnected\. Connect it for the next one\./)).toBeTruthy();
  });

  test('shows one note for a video that was missed on all platforms, with one button that posts it', async () => {
    const missed = { message: 'Its time passed.', fix: 'Post it now.' };
    const server = stubServer({
      ...answersFor('starter'),
      'GET /api/videos': videos(
        video('m', 'missed', { posts: [post('tiktok', 'missed', missed), post('youtube', 'missed', missed)] }),
      ),
      'POST /api/videos/m/posts/tiktok/retry': { body: { state: 'waiting' } },
      'POST /api/videos/m/posts/youtube/retry': { body: { state: 'waiting' } },
    });
    const { user } = show(<DashboardPage />, '/dashboard');
    const needsOwner = within(await screen.findByRole('region', { name: 'Needs you' }));
    expect(needsOwner.getAllByText('Its time passed.')).toHaveLength(1);
    expect(needsOwner.getByText('Not posted')).toBeTruthy();
    await user.click(needsOwner.getByRole('button', { name: 'Post now on both' }));
    expect(server.bodiesOf('POST /api/videos/m/posts/tiktok/retry')).toHaveLength(1);
    expect(server.bodiesOf('POST /api/videos/m/posts/youtube/retry')).toHaveLength(1);
  });

  test('offers only to reconnect while that is enough to send a post, and later to post it now', async () => {
    type Status = Parameters<typeof post>[1];
    const of = (videoType: string, state: Status, ...actions: Video['status']['actions']) =>
      video(videoType, 'held_back', { videoType, posts: [post('tiktok', state, { status: { actions } })] });
    stubServer({
      ...answersFor('starter'),
      'GET /api/videos': videos(
        of('v1', 'held_back', 'reconnect'),
        of('v3', 'held_back', 'reconnect', 'retry'),
        of('v8', 'failed', 'change_setting', 'retry'),
      ),
    });
    show(<DashboardPage />, '/dashboard');
    const soon = within(await screen.findByRole('article', { name: 'Video, Glass Squish' }));
    expect(soon.getByRole('button', { name: 'Reconnect TikTok' })).toBeTruthy();
    expect(soon.queryByRole('button', { name: /^Post/ })).toBeNull();
    const refused = within(screen.getByRole('article', { name: 'Video, Urban Rush' }));
    expect(refused.getByRole('link', { name: 'TikTok settings' })).toBeTruthy();
    expect(refused.getByRole('button', { name: /^Post again/ })).toBeTruthy();
    const late = within(screen.getByRole('article', { name: 'Video, Earth Zoom' }));
    expect(late.getByRole('button', { name: /^Post now/ })).toBeTruthy();
  });

  test('says why an entry after the end of the plan will not be posted', async () => {
    const why = { code: 'PLAN_ENDS_BEFORE', message: 'Your plan ends before it goes out.', fix: 'Renew your plan.' };
    stubServer({ ...answersFor('starter'), 'GET /api/videos': videos(video('a', 'not_covered', { why })) });
    show(<DashboardPage />, '/dashboard?view=videos');
    const needsOwner = within(await screen.findByRole('region', { name: 'Needs you' }));
    expect(needsOwner.getByText(why.message)).toBeTruthy();
    expect(needsOwner.getByText(why.fix)).toBeTruthy();
  });

  test("'Coming up' shows five entries, and all on request", async () => {
    const scheduledDates = Array.from({ length: 8 }, (_, day) => savedEntry(`e${day}`, `2026-12-0${day + 1}`, '09:00'));
    stubServer({
      ...answersFor('starter', { saved: true, version: 1, timeZone: 'Europe/Rome', scheduledDates }),
      'GET /api/videos': videos(video('a')),
    });
    const { user } = show(<DashboardPage />, '/dashboard');
    const list = (await screen.findByRole('heading', { name: 'Coming up' })).parentElement as HTMLElement;
    expect(within(list).getAllByRole('listitem')).toHaveLength(5);
    await user.click(within(list).getByRole('button', { name: 'Show all 8' }));
    expect(within(list).getAllByRole('listitem')).toHaveLength(8);
    expect(within(list).queryByRole('button')).toBeNull();
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
