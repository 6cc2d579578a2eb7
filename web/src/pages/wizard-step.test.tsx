import { BroadcastChannel } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useNavigate } from 'react-router-dom';
import { show, stubServer } from '../../test/browser.tsx';
import { videos } from '../../test/dashboard.ts';
import { configuration, person, savedEntry } from '../../test/people.ts';
import { settingsOf } from '../lib/entry-choice.ts';
import { DashboardPage } from './dashboard.tsx';

const save = 'POST /api/video-configurations';
const zone = { saved: true, version: 3, timeZone: 'Europe/Rome' };

/** The browser's own buttons. */
function History() {
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
      <button type="button" onClick={() => navigate(1)}>
        Forward
      </button>
    </>
  );
}

function open(tier: 'free' | 'starter', address: string, saved = {}) {
  const server = stubServer({
    'GET /api/auth/user': { body: person(tier) },
    'GET /api/video-configuration': { body: configuration({ ...saved, videosPerMonth: person(tier).videosPerMonth }) },
    'GET /api/videos': videos(),
  });
  const page = (
    <>
      <DashboardPage />
      <History />
    </>
  );
  return { server, ...show(page, address) };
}

const press = (name: string) => screen.findByRole('button', { name });
const address = () => screen.getByLabelText('Address').textContent;
const notes = () => screen.findByLabelText<HTMLTextAreaElement>('Notes');
const currentStep = async () => (await screen.findByRole('button', { current: 'step' })).textContent;

describe('the step of the wizard', () => {
  test('is in the address, and back, forward and a reload lead to it with everything typed', async () => {
    const { user, unmount } = open('free', '/dashboard');
    await user.click(await screen.findByRole('radio', { name: 'Urban Rush' }));
    await user.click(await press('Next'));
    expect(address()).toBe('/dashboard?step=2');
    await user.click(await press('Next'));
    await user.type(await notes(), 'Slow mornings');
    await user.click(await press('Back'));
    expect(await currentStep()).toMatch(/Schedule/);
    await user.click(await press('Back'));
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Urban Rush' }).checked).toBe(true);
    expect(address()).toBe('/dashboard');
    await user.click(await press('Forward'));
    await user.click(await press('Forward'));
    expect((await notes()).value).toBe('Slow mornings');
    unmount();

    open('free', '/dashboard?step=3');
    expect((await notes()).value).toBe('Slow mornings');
  });

  test('is the one before, if the address names a step whose condition is not met', async () => {
    open('starter', '/dashboard?step=3');
    expect(await currentStep()).toMatch(/Schedule/);
    expect(screen.getByText('Add at least one video to go on.')).toBeTruthy();
  });

  test('is the last one also without a video, if one is taken off the calendar', async () => {
    const scheduledDates = [savedEntry('a', '2026-11-24', '09:00')];
    const { server, user } = open('starter', '/dashboard?step=2', { ...zone, scheduledDates });
    server.answers[save] = () => {
      server.answers['GET /api/video-configuration'] = { body: configuration({ ...zone, version: 4 }) };
      return { body: { folderUrl: null, version: 4, timeZone: 'Europe/Rome', scheduledDates: [], notices: [] } };
    };
    await user.click(await press('Remove All'));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove All' }));
    await user.click(await press('Next'));
    await user.click(await press('Create Configuration'));
    expect(await screen.findByText('Nothing is on the calendar at the moment.')).toBeTruthy();
    expect(server.bodiesOf(save)).toMatchObject([{ scheduledDates: [] }]);
  });

  test('is the first again after a save, and back from the confirmation leads to the steps', async () => {
    const scheduledDates = [savedEntry('a', '2026-11-24', '09:00')];
    const { server, user } = open('starter', '/dashboard', { ...zone, scheduledDates });
    server.answers[save] = {
      body: { folderUrl: null, version: 4, timeZone: 'Europe/Rome', scheduledDates, notices: [] },
    };
    await user.click(await press('Next'));
    await user.click(await press('Next'));
    await user.click(await press('Create Configuration'));
    expect(await screen.findByRole('heading', { name: 'Configuration Saved!' })).toBeTruthy();
    // The router shows a new address once the page for it has been rendered.
    await waitFor(() => expect(address()).toBe('/dashboard'));
    await user.click(await press('Back'));
    expect(await currentStep()).toMatch(/Schedule/);
  });
});

describe('the draft in two tabs', () => {
  beforeEach(() => {
    Object.assign(globalThis, { BroadcastChannel });
  });
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  });

  /** Another tab of the same browser; it collects what it is told. */
  function otherTab() {
    const channel = new BroadcastChannel('draft:7');
    const heard: unknown[] = [];
    channel.onmessage = (event) => heard.push(Object(event).data);
    return { channel, heard };
  }

  test('is the newest one, with a notice, and what was typed here can be used again', async () => {
    const { user } = open('free', '/dashboard?step=3');
    const { channel, heard } = otherTab();
    await user.type(await notes(), 'Mine');
    await waitFor(() => expect(heard.at(-1)).toMatchObject({ kind: 'changed', draft: { notes: 'Mine' } }));
    const draft = { added: [], changed: {}, removed: [], notes: 'Theirs' };
    act(() => channel.postMessage({ kind: 'changed', draft, changedAt: Date.now() + 1_000 }));
    expect(await screen.findByText('You changed this in another tab.')).toBeTruthy();
    expect((await notes()).value).toBe('Theirs');
    await user.click(screen.getByRole('button', { name: 'Use what was entered here' }));
    expect((await notes()).value).toBe('Mine');
    expect(screen.queryByText('You changed this in another tab.')).toBeNull();
    channel.close();
  });

  test('keeps a newer change when an older one arrives', async () => {
    const { user } = open('free', '/dashboard?step=3');
    const { channel, heard } = otherTab();
    await user.type(await notes(), 'Mine');
    const draft = { added: [], changed: {}, removed: [], notes: 'Theirs' };
    channel.postMessage({ kind: 'changed', draft, changedAt: 5 });
    channel.postMessage({ kind: 'ask' });
    await waitFor(() => expect(heard.at(-1)).toMatchObject({ draft: { notes: 'Mine' } }));
    expect((await notes()).value).toBe('Mine');
    channel.close();
  });

  test('that another tab made during a save stays to be saved, and is not shown as saved', async () => {
    const saving = Promise.withResolvers<{ body: unknown }>();
    const scheduledDates = [savedEntry('a', '2026-11-24', '09:00')];
    const { server, user } = open('starter', '/dashboard?step=3', { ...zone, scheduledDates });
    const { channel, heard } = otherTab();
    server.answers[save] = saving.promise;
    await user.type(await notes(), 'Mine');
    await waitFor(() => expect(heard.at(-1)).toMatchObject({ draft: { notes: 'Mine' } }));
    const sent = heard.at(-1) as { changedAt: number };
    await user.click(await press('Create Configuration'));
    const added = [{ ...settingsOf(null), date: '2026-11-26', time: '09:00', key: 'new-1' }];
    const draft = { added, changed: {}, removed: [], notes: 'Theirs' };
    act(() => channel.postMessage({ kind: 'changed', draft, changedAt: sent.changedAt + 1 }));
    await waitFor(async () => expect((await notes()).value).toBe('Theirs'));
    saving.resolve({ body: { folderUrl: null, version: 4, timeZone: 'Europe/Rome', scheduledDates, notices: [] } });
    expect(await screen.findByRole('heading', { name: 'Configuration Saved!' })).toBeTruthy();
    expect(screen.getByText(/^One .* reel is on the calendar/)).toBeTruthy();
    await waitFor(() => expect(heard.at(-1)).toEqual({ kind: 'saved', changedAt: sent.changedAt }));
    expect(sessionStorage.getItem('draft:7')).toContain('Theirs');
    channel.close();
  });

  test('is kept when another tab saves an older one', async () => {
    const { server, user } = open('free', '/dashboard?step=3');
    const { channel } = otherTab();
    await user.type(await notes(), 'Mine');
    const readings = server.bodiesOf('GET /api/video-configuration').length;
    channel.postMessage({ kind: 'saved', changedAt: 5 });
    await waitFor(() => expect(server.bodiesOf('GET /api/video-configuration').length).toBeGreaterThan(readings));
    expect((await notes()).value).toBe('Mine');
    expect(screen.queryByText('You saved this in another tab.')).toBeNull();
    channel.close();
  });

  test('ends in all of them with the save of one', async () => {
    const { server, user } = open('free', '/dashboard?step=3');
    const { channel } = otherTab();
    await user.type(await notes(), 'Mine');
    server.answers['GET /api/video-configuration'] = {
      body: configuration({ saved: true, version: 1, notes: 'Saved there', videosPerMonth: 1 }),
    };
    channel.postMessage({ kind: 'saved', changedAt: Date.now() });
    expect(await screen.findByText('You saved this in another tab.')).toBeTruthy();
    await waitFor(async () => expect((await notes()).value).toBe('Saved there'));
    expect(sessionStorage.getItem('draft:7')).toBeNull();
    channel.close();
  });
});
