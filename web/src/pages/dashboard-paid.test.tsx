import { describe, expect, test } from '@jest/globals';
import { type Platform, platforms, recordOf } from '@reelwright/product';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { failure, show, stubServer } from '../../test/browser.tsx';
import { answersFor, next, save } from '../../test/dashboard.ts';
import { configuration, person, savedEntry } from '../../test/people.ts';
import { DashboardPage } from './dashboard.tsx';

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

  test('stops at the limit of the largest plan, and offers no upgrade', async () => {
    stubServer({
      ...answersFor('pro', { ...zone, videosPerMonth: 20, usedThisMonth: 20 }),
      'GET /api/auth/user': { body: person('elite') },
    });
    const { user } = show(<DashboardPage />, '/dashboard');
    await user.click(await next());
    await user.click(screen.getByRole('button', { name: /^Schedule a video on .*28/ }));
    await user.click(screen.getByRole('button', { name: 'Add Video' }));
    const alert = within(screen.getByRole('alertdialog'));
    expect(alert.getByText("You've reached your plan limit of 20 videos per month.")).toBeTruthy();
    expect(alert.queryByRole('button', { name: 'Upgrade Plan' })).toBeNull();
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
