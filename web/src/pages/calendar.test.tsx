import { afterEach, describe, expect, test } from '@jest/globals';
import { platformNames, postedCaptions, type Tier } from '@reelwright/product';
import { fireEvent, screen, within } from '@testing-library/react';
import { show, stubServer } from '../../test/browser.tsx';
import { videos } from '../../test/dashboard.ts';
import { configuration, savedEntry as entry, person, post, video } from '../../test/people.ts';
import type { Video } from '../features/videos/api.ts';
import type { SavedEntry } from '../lib/entry-choice.ts';
import { DashboardPage } from './dashboard.tsx';

const next = { step: 'post' as const, at: '2026-11-21T08:00:00Z' };
const cause = (message: string) => ({ code: 'ANY', message, fix: 'Look at your account.' });

/** Opens step 2 with these entries and videos. Product time is 20 November, 17:46 in Rome. */
async function calendarOf(scheduledDates: SavedEntry[], list: Video[] = [], tier: Tier = 'starter') {
  const saved = { saved: true, version: 3, timeZone: 'Europe/Rome', scheduledDates };
  const server = stubServer({
    'GET /api/auth/user': { body: person(tier) },
    'GET /api/video-configuration': { body: configuration(saved) },
    'GET /api/videos': videos(...list),
  });
  const { user } = show(<DashboardPage />, '/dashboard?view=configuration');
  await user.click(await screen.findByRole('button', { name: 'Next' }));
  const listOf = (title: string) => within(screen.getByRole('heading', { name: title }).parentElement as HTMLElement);
  return { server, user, listOf };
}

describe('the calendar shows the outcome of a video', () => {
  test('that is posted on one of four platforms, with the cause and a link to its card', async () => {
    const posts = [
      post('facebook', 'failed'),
      post('instagram', 'failed'),
      post('tiktok', 'held_back'),
      post('youtube', 'posted'),
    ];
    const why = cause('Facebook has stopped this account from posting.');
    const { listOf } = await calendarOf(
      [entry('a', '2026-11-20', '10:00', 'partly_posted', { why })],
      [video('a', 'partly_posted', { posts })],
    );
    const needsOwner = listOf('Needs you');
    expect(needsOwner.getByText(/Posted on 1 of 4 · needs you/)).toBeTruthy();
    expect(needsOwner.getByText('Failed on Facebook and Instagram, held back on TikTok.')).toBeTruthy();
    expect(needsOwner.getByText(/Facebook has stopped this account from posting\./)).toBeTruthy();
    const link = needsOwner.getByRole('link', { name: /See it on the dashboard/ });
    expect(link.getAttribute('href')).toBe('/dashboard?view=videos#video-a');
    expect(screen.getByRole('button', { name: /^#1 · 10:00, Posted on 1 of 4 · needs you/ })).toBeTruthy();
  });

  test('that is unconfirmed on one platform and refused on another, and names the button that checks again', async () => {
    const posts = [post('facebook', 'unconfirmed'), post('tiktok', 'failed'), post('youtube', 'posted')];
    const { listOf } = await calendarOf(
      [entry('a', '2026-11-20', '08:00', 'partly_posted', { why: cause('Facebook did not say.') })],
      [video('a', 'partly_posted', { posts })],
    );
    const needsOwner = listOf('Needs you');
    expect(needsOwner.getByText('Unconfirmed on Facebook, failed on TikTok.')).toBeTruthy();
    expect(needsOwner.getByRole('link', { name: /Check now on the dashboard/ })).toBeTruthy();
    expect(screen.queryByText(/Going out now/)).toBeNull();
  });

  test('that was refused on one platform and goes out on another tomorrow', async () => {
    const posts = [post('tiktok', 'failed'), post('youtube', 'moved', { status: { next } })];
    const { listOf } = await calendarOf(
      [entry('a', '2026-11-20', '10:00', 'moved', { why: cause('TikTok refused the post.') })],
      [video('a', 'moved', { posts, status: { next, needsOwner: true } })],
    );
    const needsOwner = listOf('Needs you');
    expect(needsOwner.getByText(/Not posted yet · needs you/)).toBeTruthy();
    expect(needsOwner.getByText(/^Failed on TikTok, goes out on YouTube .*21.*09:00\.$/)).toBeTruthy();
  });

  test('that was moved on all platforms because the day is full, or that is late', async () => {
    const { listOf } = await calendarOf(
      [entry('a', '2026-11-20', '10:00', 'moved'), entry('b', '2026-11-20', '11:00', 'late')],
      [
        video('a', 'moved', { posts: [post('youtube', 'moved', { status: { next } })], status: { next } }),
        video('b', 'late', { posts: [post('youtube', 'late')] }),
      ],
    );
    const list = listOf('Coming up');
    expect(list.getByText(/Goes out .*21.*09:00/)).toBeTruthy();
    expect(list.getByText(/Late, on its way/)).toBeTruthy();
    expect(screen.queryByText(/Going out now/)).toBeNull();
  });

  test('in the zone of the calendar, also when the video was planned in another one', async () => {
    const posts = [post('youtube', 'moved', { status: { next } })];
    const { listOf } = await calendarOf(
      [entry('a', '2026-11-20', '10:00', 'moved')],
      [video('a', 'moved', { posts, status: { next }, timeZone: 'America/New_York' })],
    );
    expect(listOf('Coming up').getByText(/Goes out .*21.*09:00/)).toBeTruthy();
  });

  test('that is no longer among the newest videos', async () => {
    const why = cause('TikTok refused the post.');
    const { listOf } = await calendarOf([
      entry('a', '2026-11-20', '10:00', 'partly_posted', { why, status: { posted: 2, counted: 3 } }),
    ]);
    expect(listOf('Needs you').getByText(/Posted on 2 of 3 · needs you/)).toBeTruthy();
  });
});

test('the month marks each kind of problem with its own shape, and names it for screen readers', async () => {
  const posted = video('p', 'posted', { posts: [post('youtube', 'posted')] });
  const unsure = video('u', 'unconfirmed', { posts: [post('youtube', 'unconfirmed')] });
  const { listOf } = await calendarOf(
    [
      entry('m', '2026-11-19', '09:00', 'missed', { why: cause('Its time passed.') }),
      entry('p', '2026-11-20', '07:00', 'posted'),
      entry('u', '2026-11-20', '08:00', 'unconfirmed', { why: cause('YouTube did not say.') }),
      entry('z', '2026-11-24', '09:00', 'paused', { why: cause('Your plan has no room.') }),
      entry('n', '2026-11-25', '09:00'),
    ],
    [posted, unsure],
  );
  const pills = [
    screen.getByRole('button', { name: /^#1 · 09:00, Missed · needs you, / }),
    screen.getByRole('button', { name: /^#2 · 07:00, Posted, / }),
    screen.getByRole('button', { name: /^#3 · 08:00, Unconfirmed · needs you, / }),
    screen.getByRole('button', { name: /^#4 · 09:00, edit video, Paused: over your plan, / }),
  ];
  const shapes = pills.map((pill) => pill.querySelector('.mark path')?.getAttribute('d'));
  expect(new Set(shapes).size).toBe(4);
  expect(shapes).not.toContain(undefined);
  expect(screen.getByRole('button', { name: /^#5 · 09:00, edit video, / }).querySelector('.mark')).toBeNull();
  expect(listOf('Needs you').getAllByRole('listitem')).toHaveLength(3);
  expect(listOf('Needs you').getByText(/19.*Missed · needs you/)).toBeTruthy();
  expect(listOf('Coming up').getAllByRole('listitem')).toHaveLength(1);
});

describe('entries for which the plan has no room', () => {
  const list = [
    entry('a', '2026-11-24', '09:00'),
    entry('b', '2026-11-24', '18:00'),
    entry('c', '2026-11-25', '09:00', 'paused', { why: cause('Your plan has no room.') }),
    entry('d', '2026-11-26', '09:00', 'paused', { why: cause('Your plan has no room.') }),
  ];

  test('are named on the dashboard, with buttons for the calendar and a larger plan', async () => {
    const { user } = await calendarOf(list, [video('v', 'posted', { posts: [post('youtube', 'posted')] })]);
    await user.click(screen.getByRole('link', { name: 'See your videos' }));
    expect(await screen.findByText('2 videos are paused: your plan has room for 8.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Choose a larger plan' }));
    expect(screen.getByRole('dialog', { name: 'Upgrade Your Plan' })).toBeTruthy();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Choose which to keep' }));
    expect(await screen.findByRole('heading', { name: 'Needs you' })).toBeTruthy();
  });

  test('are also named for a user without videos', async () => {
    const { user } = await calendarOf(list);
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    expect(screen.getByText('2 videos are paused: your plan has room for 8.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Choose which to keep' }));
    expect(screen.getByRole('heading', { name: 'Needs you' })).toBeTruthy();
  });

  test('are not counted as coming videos after a save, and two on one day show their hours', async () => {
    const { server, user } = await calendarOf(list);
    server.answers['POST /api/video-configurations'] = { body: { folderUrl: null, version: 4, scheduledDates: list } };
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.click(screen.getByRole('button', { name: 'Create Configuration' }));
    const said = await screen.findByText(/^Two Glass Squish reels are on the calendar\. The first goes out on/);
    expect(said.textContent).toMatch(/ 2 videos are paused: your plan has room for 8\.$/);
    const stamps = [...document.querySelectorAll('.deck span')].filter((span) => /^, \d/.test(span.textContent ?? ''));
    expect(stamps.map((span) => span.textContent)).toEqual([', 09:00', ', 18:00']);
    expect(stamps.some((span) => span.classList.contains('not-on-phone'))).toBe(false);
  });
});

describe('after a save, the day of the first post', () => {
  test.each([
    ['is that of the first video that is not skipped', 'skipped' as const, false, /The first goes out on Wednesday/],
    [
      'is not that of a video that waits for approval',
      'awaiting_approval' as const,
      false,
      /The first goes out on Wednesday/,
    ],
    ['is not said while all posts are paused', 'on_hold' as const, true, /Posting is paused: nothing goes out until/],
  ])('%s', async (_, state, paused, words) => {
    const list = [
      entry('a', '2026-11-24', '09:00', state),
      entry('b', '2026-11-25', '09:00', paused ? state : 'planned'),
    ];
    const { server, user } = await calendarOf(list);
    server.answers['GET /api/videos'] = { body: { ...videos().body, posting: { paused, since: null } } };
    server.answers['POST /api/video-configurations'] = { body: { folderUrl: null, version: 4, scheduledDates: list } };
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.click(screen.getByRole('button', { name: 'Create Configuration' }));
    expect((await screen.findByText(/^Two Glass Squish reels are on the calendar\./)).textContent).toMatch(words);
  });
});

test('on the last step the next post is that of a video which goes out', async () => {
  const { user } = await calendarOf([entry('a', '2026-11-24', '09:00', 'skipped'), entry('b', '2026-11-25', '09:00')]);
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText(/^2 videos, next Wed/)).toBeTruthy();
});

test("an entry's own hour stays selected in its dialog, even outside the usual hours", async () => {
  const { user } = await calendarOf([entry('a', '2026-11-24', '03:00')]);
  await user.click(screen.getByRole('button', { name: /^#1 · 03:00, edit video/ }));
  const dialog = within(screen.getByRole('dialog', { name: 'Edit Video' }));
  const time = dialog.getByLabelText<HTMLSelectElement>('Time');
  expect(time.value).toBe('03:00');
  expect(time.selectedOptions[0]?.disabled).toBe(false);
  const day = dialog.getByLabelText('Date');
  fireEvent.change(day, { target: { value: '2026-11-25' } });
  expect([...time.options].map(({ value }) => value)).not.toContain('03:00');
  expect(time.value).toBe('09:00');
});

test('a click beside the dialog of an entry closes it, unless something was typed', async () => {
  const { user } = await calendarOf([entry('a', '2026-11-24', '09:00')]);
  const edit = () => user.click(screen.getByRole('button', { name: /^#1 · 09:00, edit video/ }));
  const dialog = () => screen.queryByRole('dialog', { name: 'Edit Video' }) as HTMLElement;
  await edit();
  await user.click(dialog());
  expect(dialog()).toBeNull();
  await edit();
  await user.type(within(dialog()).getByLabelText('Title'), 'Slow mornings');
  await user.click(dialog());
  expect(within(dialog()).getByLabelText<HTMLInputElement>('Title').value).toBe('Slow mornings');
});

test('videos that are not saved yet count as drafted, in the badge and in the month, and that is said once', async () => {
  const { user, listOf } = await calendarOf([entry('a', '2026-11-24', '09:00')]);
  for (const day of ['25', '26']) {
    await user.click(screen.getByRole('button', { name: new RegExp(`^Schedule a video on .*${day}`) }));
    await user.click(screen.getByRole('button', { name: 'Add Video' }));
  }
  expect(screen.getByRole('button', { name: /^Starter 0 of 8 videos this month · 2 drafted/ })).toBeTruthy();
  const month = listOf('This month');
  expect(month.getByText(/^0 of 8 videos, 2 drafted\. 6 left/)).toBeTruthy();
  const pips = screen.getByRole('heading', { name: 'This month' }).parentElement?.querySelectorAll('.pip.is-draft');
  expect(pips).toHaveLength(2);
  expect(listOf('Coming up').getAllByText('Not saved yet')).toHaveLength(1);
  expect(document.querySelectorAll('.entry.is-draft')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: /^Edit video #2/ }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(month.getByText(/^0 of 8 videos, 1 drafted\. 7 left/)).toBeTruthy();
});

describe('a day that has videos', () => {
  const wide = window.matchMedia;
  afterEach(() => {
    window.matchMedia = wide;
  });
  const at = (matches: boolean) => {
    window.matchMedia = (media) => ({ media, matches, addEventListener() {}, removeEventListener() {} }) as never;
  };
  const list = [entry('a', '2026-11-24', '11:00'), entry('b', '2026-11-24', '18:00')];

  test('opens a list of them on a phone, where they are too small to press, and can add another', async () => {
    at(true);
    const { user } = await calendarOf(list);
    await user.click(screen.getByRole('button', { name: /^Videos of .*24/ }));
    const day = within(screen.getByRole('dialog', { name: /^Tuesday.*24/ }));
    await user.click(day.getByRole('button', { name: /^Edit video #2/ }));
    const edit = within(screen.getByRole('dialog', { name: 'Edit Video' }));
    expect(edit.getByLabelText<HTMLSelectElement>('Time').value).toBe('18:00');
    await user.click(edit.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: /^Videos of .*24/ }));
    await user.click(screen.getByRole('button', { name: 'Add another video' }));
    expect(screen.getByRole('dialog', { name: 'Schedule Video' })).toBeTruthy();
  });

  test('adds another one on wide screens, where its videos can be pressed', async () => {
    at(false);
    const { user } = await calendarOf(list);
    await user.click(screen.getByRole('button', { name: /^Schedule a video on .*24/ }));
    expect(screen.getByRole('dialog', { name: 'Schedule Video' })).toBeTruthy();
  });
});

describe('a title of its own', () => {
  test('is shown in the list, typed in the dialog and counted there, 100 characters at most', async () => {
    const own = { title: 'Ours', platforms: ['facebook' as const] };
    const { user } = await calendarOf([entry('a', '2026-11-24', '09:00', 'planned', own)], [], 'pro');
    expect(screen.getByText('Ours')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /^Edit video #1/ }));
    const dialog = within(screen.getByRole('dialog', { name: 'Edit Video' }));
    const title = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Title' });
    expect(dialog.getByText(/A file that is already in Drive keeps its name\./)).toBeTruthy();
    expect([title.value, dialog.getByText('4 of 100 characters.')]).toEqual(['Ours', expect.anything()]);
    fireEvent.change(title, { target: { value: '🎬'.repeat(101) } });
    expect(dialog.getByRole('alert').textContent).toBe('Write at most 100 characters; these are 101.');
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Update' }).disabled).toBe(true);
    fireEvent.change(title, { target: { value: ` ${'🎬'.repeat(100)} ` } });
    await user.type(title, '{Enter}');
    expect(screen.getByText('🎬'.repeat(100))).toBeTruthy();
  });

  test('and a caption are refused in the dialog as YouTube would refuse them, while YouTube is chosen', async () => {
    const { user } = await calendarOf([entry('a', '2026-11-24', '09:00')], [], 'pro');
    await user.click(screen.getByRole('button', { name: /^Edit video #1/ }));
    const dialog = within(screen.getByRole('dialog', { name: 'Edit Video' }));
    const type = (name: string, value: string) =>
      fireEvent.change(dialog.getByRole('textbox', { name }), { target: { value } });
    await user.click(dialog.getByRole('button', { name: 'YouTube' }));
    const alerts = () => dialog.queryAllByRole('alert').map(({ textContent }) => textContent);
    const update = dialog.getByRole<HTMLButtonElement>('button', { name: 'Update' });
    type('Title', '🎬'.repeat(60));
    expect(alerts()).toEqual(['YouTube counts an emoji as two characters or more: 100 at most in a title.']);
    type('Title', 'I <3 dogs');
    expect([alerts(), update.disabled]).toEqual([["YouTube doesn't take < and > in a title."], true]);
    type('Title', '🎬'.repeat(30));
    expect(dialog.getByText('60 of 100 characters.')).toBeTruthy();
    type('Title', '\u200b\u3164');
    expect(dialog.queryByText(/of 100 characters/)).toBeNull();
    type('Text on YouTube', 'x'.repeat(101));
    expect(alerts()).toEqual(["The first line is YouTube's title: 100 characters at most."]);
    type('Text on YouTube', 'a <b>');
    expect([alerts(), update.disabled]).toEqual([["YouTube doesn't take < and > in a caption."], true]);
    type('Title', 'I <3 dogs');
    await user.click(dialog.getByRole('checkbox', { name: 'YouTube' }));
    expect([alerts(), update.disabled]).toEqual([[], false]);
  });

  test('belongs to every plan that posts, unlike a style and platforms of its own', async () => {
    const { user } = await calendarOf([entry('a', '2026-11-24', '09:00')]);
    await user.click(screen.getByRole('button', { name: /^Edit video #1/ }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByRole('textbox', { name: 'Title' })).toBeTruthy();
    expect(dialog.getByRole('heading', { name: 'What is posted' })).toBeTruthy();
    expect(dialog.queryByRole('combobox', { name: 'Video Type' })).toBeNull();
    expect(dialog.queryByRole('group', { name: 'Goes to' })).toBeNull();
  });
});

describe('what is posted', () => {
  const nobody = { name: '', occupation: '' };

  /** The dialog of a Starter's only entry. */
  async function openDialog(change: Partial<SavedEntry> = {}, tier: Tier = 'starter') {
    const shown = await calendarOf([entry('a', '2026-11-24', '09:00', 'planned', change)], [], tier);
    const { user } = shown;
    await user.click(screen.getByRole('button', { name: /^Edit video #1/ }));
    const dialog = within(screen.getByRole('dialog', { name: 'Edit Video' }));
    const on = async (name: string) => {
      await user.click(dialog.getByRole('button', { name: new RegExp(`^${name}`) }));
      return dialog.getByRole<HTMLTextAreaElement>('textbox', { name: `Text on ${name}` });
    };
    const texts = async () => {
      const found: Record<string, string> = {};
      for (const [platform, name] of Object.entries(platformNames)) found[platform] = (await on(name)).value;
      return found;
    };
    const type = async (name: string, value: string) => fireEvent.change(await on(name), { target: { value } });
    const saved = async () => {
      await user.click(dialog.getByRole('button', { name: 'Update' }));
      await user.click(screen.getByRole('button', { name: 'Next' }));
      await user.click(screen.getByRole('button', { name: 'Create Configuration' }));
      const [body] = shown.server.bodiesOf('POST /api/video-configurations');
      return (body as { scheduledDates: object[] }).scheduledDates[0];
    };
    return { ...shown, dialog, on, texts, type, saved };
  }

  test('is seen before a save: the suggested text of each platform, with its length and limit', async () => {
    const { dialog, texts, on } = await openDialog();
    expect(await texts()).toEqual(postedCaptions('v1', nobody));
    const size = (name: string) =>
      on(name).then((field) => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent);
    expect(await size('TikTok')).toBe('52 of 2,200 characters. Suggested from the style and your brand.');
    expect(await size('YouTube')).toBe('60 of 5,000 bytes. Suggested from the style and your brand.');
    expect(dialog.getByText("Glass Squish: today's reel", { selector: 'bdi' })).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Use the suggested text' })).toBeNull();
  });

  test('is one text for all platforms, or one of its own for a platform, and is saved as it was seen', async () => {
    const { user, dialog, texts, type, on, saved } = await openDialog();
    await type('TikTok', 'Ours');
    expect(new Set(Object.values(await texts()))).toEqual(new Set(['Ours']));
    await on('Instagram');
    await user.click(dialog.getByRole('radio', { name: 'Write a separate text for Instagram' }));
    await type('Instagram', 'For Instagram');
    expect(dialog.getByText(/Only Instagram gets this text\./)).toBeTruthy();
    expect(await texts()).toEqual({ tiktok: 'Ours', youtube: 'Ours', facebook: 'Ours', instagram: 'For Instagram' });
    expect(await saved()).toMatchObject({ caption: 'Ours', captions: { instagram: 'For Instagram' } });
  });

  test('becomes the suggested text again', async () => {
    const { user, dialog, texts, on, saved } = await openDialog({
      caption: 'Ours',
      captions: { tiktok: 'For TikTok' },
    });
    expect(await texts()).toMatchObject({ tiktok: 'For TikTok', facebook: 'Ours' });
    await on('TikTok');
    await user.click(dialog.getByRole('radio', { name: 'Same text everywhere' }));
    await user.click(dialog.getByRole('button', { name: 'Use the suggested text' }));
    expect(await texts()).toEqual(postedCaptions('v1', nobody));
    expect(await saved()).toMatchObject({ caption: null, captions: null });
  });

  test('stays empty in its field while it is cleared, and says what is posted then', async () => {
    const { dialog, type, on } = await openDialog({ caption: 'Ours' });
    await type('TikTok', '');
    expect((await on('TikTok')).value).toBe('');
    expect(dialog.getByText(/Left empty, the suggested text is posted\./)).toBeTruthy();
  });

  test('is refused where a platform does not take it, whichever platform is open', async () => {
    const { dialog, type, on } = await openDialog();
    await type('TikTok', `#a #b #c #d #e #f ${'x'.repeat(2_200)}`);
    const alerts = () => dialog.getAllByRole('alert').map(({ textContent }) => textContent);
    expect(alerts()).toEqual([
      'TikTok takes 2,200 characters at most; these are 2,218.',
      "The first line is YouTube's title: 100 characters at most.",
      'Instagram takes 2,200 characters at most; these are 2,218.',
    ]);
    expect(dialog.getByRole('button', { name: /^Instagram.*does not take its text/ })).toBeTruthy();
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Update' }).disabled).toBe(true);
    await type('TikTok', '#a #b #c #d #e #f');
    expect((await on('Instagram')).getAttribute('aria-invalid')).toBe('true');
    expect(alerts()).toEqual(['Instagram takes 5 hashtags at most; these are 6.']);
  });

  test('follows the style that is chosen for the entry, and the platforms that it goes to', async () => {
    const { user, dialog, on } = await openDialog({}, 'pro');
    await user.selectOptions(dialog.getByLabelText('Video Type'), 'v8');
    expect((await on('TikTok')).value).toBe(postedCaptions('v8', nobody).tiktok);
    await user.click(dialog.getByRole('checkbox', { name: 'TikTok' }));
    expect(dialog.queryByRole('button', { name: 'TikTok' })).toBeNull();
    expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text on YouTube' }).value).toBe(
      postedCaptions('v8', nobody).youtube,
    );
    for (const name of ['YouTube', 'Facebook']) await user.click(dialog.getByRole('checkbox', { name }));
    expect(dialog.queryByRole('radio')).toBeNull();
    expect(dialog.getByRole('textbox', { name: 'Text on Instagram' })).toBeTruthy();
  });

  test('of a requested video is what it was requested with, until the entry is changed', async () => {
    const captions = postedCaptions('v4', { name: 'Former name', occupation: '' });
    const { dialog, texts } = await openDialog({ requested: { videoType: 'v4', captions } });
    expect(await texts()).toEqual(captions);
    fireEvent.change(dialog.getByRole('textbox', { name: 'Title' }), { target: { value: 'Ours' } });
    expect(await texts()).toEqual(postedCaptions('v4', nobody));
  });

  test('is listed in step 3 as the style and brand are typed, with the way to change it', async () => {
    const { user, dialog, server } = await openDialog({ caption: 'Ours' });
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    const list = within(screen.getByRole('region', { name: 'What is posted' }));
    await user.type(screen.getByLabelText('Name'), 'Ada');
    const shown = Object.values(platformNames).map((name) => {
      const term = list.getByText(name, { selector: 'dt' });
      return term.nextElementSibling?.textContent;
    });
    expect(shown).toEqual(Object.values(postedCaptions('v1', { name: 'Ada', occupation: '' })));
    expect(list.getByText('One video has a text of its own.')).toBeTruthy();
    expect(server.bodiesOf('POST /api/video-configurations')).toEqual([]);
    await user.click(list.getByRole('button', { name: 'Change them on the calendar' }));
    expect(screen.getByRole('heading', { name: 'Coming up' })).toBeTruthy();
  });
});

test('the free plan posts nothing, so its step 3 lists no texts', async () => {
  stubServer({
    'GET /api/auth/user': { body: person('free') },
    'GET /api/video-configuration': { body: configuration() },
    'GET /api/videos': videos(),
  });
  const { user } = show(<DashboardPage />, '/dashboard?view=configuration');
  await user.click(await screen.findByRole('button', { name: 'Next' }));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.getByLabelText('Notes')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'What is posted' })).toBeNull();
});
