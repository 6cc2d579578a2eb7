import { describe, expect, test } from '@jest/globals';
import type { Tier } from '@reelwright/product';
import { screen, waitFor, within } from '@testing-library/react';
import { failure, pending, show, stubServer } from '../../../test/browser.tsx';
import type { Branding } from './api.ts';
import { BrandingSection } from './branding-section.tsx';

const get = 'GET /api/branding';
const put = 'PUT /api/branding';
const NOTHING: Branding = { logo: null, palette: [], corner: 'top_left', savedAt: null };
const SAVED: Branding = {
  logo: { image: 'c2F2ZWQ=', width: 320, height: 80 },
  palette: ['#0a7f80'],
  corner: 'bottom_right',
  savedAt: '2026-11-20T16:00:00Z',
};
const PNG = new File(['new'], 'logo.png', { type: 'image/png' });
const NEW = { image: 'bmV3', address: 'data:image/png;base64,bmV3' };

async function open(
  branding: Branding = NOTHING,
  tier: Tier = 'elite',
  answers: Parameters<typeof stubServer>[0] = {},
) {
  const server = stubServer({ [get]: { body: branding }, ...answers });
  const view = show(<BrandingSection tier={tier} style="v2" />, '/profile');
  await screen.findByRole('figure');
  return { server, ...view };
}
const logo = () => screen.queryByRole('img', { name: /^Your logo/ })?.getAttribute('src') ?? null;
const captions = () => [...screen.getByRole('figure').querySelectorAll('b')].map(({ style }) => style.color);
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const place = () => {
  const { left, top } = screen.getByRole('img', { name: /^Your logo/ }).style;
  return [Number.parseFloat(left) < 50, Number.parseFloat(top) < 40];
};

describe('with Elite', () => {
  test('a logo, a corner and colours are seen at once, and sent only by Save', async () => {
    const { server, user } = await open(NOTHING, 'elite', { [put]: { body: SAVED } });
    expect([logo(), button('Save branding').disabled]).toEqual([null, true]);
    await user.upload(screen.getByLabelText('Logo', { selector: 'input' }), PNG);
    expect(await screen.findByRole('img', { name: 'Your logo, top left' })).toBeTruthy();
    expect([logo(), place()]).toEqual([NEW.address, [true, true]]);
    await user.click(button('Bottom right'));
    expect(place()).toEqual([false, false]);
    await user.click(button('Add a colour'));
    expect(captions()).toEqual(['rgb(220, 88, 65)']);
    expect(server.calls.map(({ call }) => call)).toEqual([get]);

    await user.click(button('Save branding'));
    expect(await screen.findByText('Branding Saved')).toBeTruthy();
    expect(server.bodiesOf(put)).toEqual([{ corner: 'bottom_right', palette: ['#d63a1f'], logo: NEW.image }]);
    expect([logo(), button('Save branding').disabled]).toEqual(['data:image/png;base64,c2F2ZWQ=', true]);
  });

  test('the saved branding is shown, and a save without a new logo sends none', async () => {
    const { server, user } = await open(SAVED, 'elite', { [put]: { body: { ...SAVED, corner: 'top_right' } } });
    expect([logo(), place(), captions().length]).toEqual(['data:image/png;base64,c2F2ZWQ=', [false, false], 1]);
    expect(screen.getByText(/An example in the style Drone World Tour/)).toBeTruthy();
    await user.click(button('Top right'));
    await user.click(button('Save branding'));
    expect(await screen.findByText('Branding Saved')).toBeTruthy();
    expect(server.bodiesOf(put)).toEqual([{ corner: 'top_right', palette: ['#0a7f80'] }]);
  });

  test('a removed logo is sent as null, and the focus is on the button that adds one', async () => {
    const { server, user } = await open(SAVED, 'elite', { [put]: { body: { ...SAVED, logo: null } } });
    await user.click(button('Remove'));
    expect(document.activeElement).toBe(button('Add logo'));
    await user.click(button('Save branding'));
    expect(await screen.findByText('Branding Saved')).toBeTruthy();
    expect(server.bodiesOf(put)).toEqual([{ corner: 'bottom_right', palette: ['#0a7f80'], logo: null }]);
  });

  test('what is changed while a save runs stays to be saved', async () => {
    const saving = Promise.withResolvers<{ body: Branding }>();
    const { user, server } = await open(SAVED, 'elite', { [put]: saving.promise });
    await user.click(button('Top right'));
    await user.click(button('Save branding'));
    await user.click(button('Remove colour 1'));
    saving.resolve({ body: { ...SAVED, corner: 'top_right' } });
    expect(await screen.findByText('Branding Saved')).toBeTruthy();
    expect(button('Save branding').disabled).toBe(false);
    await user.click(button('Save branding'));
    expect(server.bodiesOf(put)).toEqual([
      { corner: 'top_right', palette: SAVED.palette },
      { corner: 'top_right', palette: [] },
    ]);
  });

  test('changes are discarded', async () => {
    const { user } = await open(SAVED);
    await user.click(button('Top left'));
    await user.click(button('Remove colour 1'));
    await user.click(button('Discard changes'));
    expect([place(), captions().length, button('Save branding').disabled]).toEqual([[false, false], 1, true]);
  });

  test('all of it works by keyboard', async () => {
    const { user, server } = await open(NOTHING, 'elite', { [put]: { body: SAVED } });
    await user.tab();
    expect(document.activeElement).toBe(button('Add logo'));
    await user.tab();
    await user.tab();
    expect(document.activeElement).toBe(button('Top right'));
    await user.keyboard('{Enter}');
    await user.tab();
    await user.tab();
    await user.tab();
    expect(document.activeElement).toBe(button('Add a colour'));
    await user.keyboard('{Enter}');
    button('Save branding').focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Branding Saved')).toBeTruthy();
    expect(server.bodiesOf(put)).toEqual([{ corner: 'top_right', palette: ['#d63a1f'] }]);
  });

  test.each([
    ['an SVG', new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' }), 'Choose a PNG, WebP or JPEG image.'],
    [
      'a large file',
      new File([new Uint8Array(512 * 1024 + 1)], 'logo.png', { type: 'image/png' }),
      'This file is larger than 512 KB. Choose a smaller one.',
    ],
  ])('%s is not taken as a logo', async (_what, file, text) => {
    await open();
    const { userEvent } = await import('@testing-library/user-event');
    // As a browser whose person chose 'all files'.
    await userEvent.setup({ applyAccept: false }).upload(screen.getByLabelText('Logo', { selector: 'input' }), file);
    expect(await screen.findByText(text)).toBeTruthy();
    expect([logo(), button('Save branding').disabled]).toEqual([null, true]);
  });

  test('a refused save says why, and nothing that was chosen is lost', async () => {
    const refusal = 'The logo cannot be read. Please choose another file.';
    const { user } = await open(NOTHING, 'elite', { [put]: failure(400, 'LOGO_UNREADABLE', refusal) });
    await user.upload(screen.getByLabelText('Logo', { selector: 'input' }), PNG);
    await user.click(await screen.findByRole('button', { name: 'Save branding' }));
    expect(await screen.findByText(refusal)).toBeTruthy();
    expect([logo(), button('Save branding').disabled]).toEqual([NEW.address, false]);
  });

  test('a save whose answer was lost says that it may have been done', async () => {
    const { user } = await open(SAVED, 'elite', { [put]: failure(504, 'TIMEOUT', 'Too late.') });
    await user.click(button('Top left'));
    await user.click(button('Save branding'));
    expect(await screen.findByText('We do not know yet whether your branding was saved.')).toBeTruthy();
  });

  test('a save whose answer was lost is read again, and leaves nothing to save if it was done', async () => {
    const { server, user } = await open(SAVED, 'elite', { [put]: failure(504, 'TIMEOUT', 'Too late.') });
    await user.click(button('Top left'));
    server.answers[get] = { body: { ...SAVED, corner: 'top_left' } };
    await user.click(button('Save branding'));
    await waitFor(() => expect(server.bodiesOf(get)).toHaveLength(2));
    await waitFor(() => expect(button('Save branding').disabled).toBe(true));
    expect(place()).toEqual([true, true]);
  });

  test('a dark colour is shown as bright as captions have it', async () => {
    await open({ ...SAVED, palette: ['#111111', '#e07a5f'] });
    const [dark, light] = captions();
    expect([dark === 'rgb(17, 17, 17)', light]).toEqual([false, 'rgb(224, 122, 95)']);
  });
});

describe('on another plan', () => {
  test('it shows what it is, and leads to the plans', async () => {
    await open(NOTHING, 'pro');
    expect(screen.getByText('Custom branding is part of the Elite plan.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/pricing');
    expect(within(screen.getByRole('figure')).getByText('Your logo')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save branding' })).toBeNull();
  });

  test('after a downgrade it says that it is kept and not drawn, and can be removed', async () => {
    const { server, user } = await open(SAVED, 'free', { 'DELETE /api/branding': { body: NOTHING } });
    expect(screen.getByText('Your branding is kept, but not drawn')).toBeTruthy();
    expect(logo()).toBe('data:image/png;base64,c2F2ZWQ=');
    await user.click(button('Remove branding'));
    expect(await screen.findByText('Custom branding is part of the Elite plan.')).toBeTruthy();
    expect(server.calls.map(({ call }) => call)).toContain('DELETE /api/branding');
  });

  test('a removal that failed says so', async () => {
    const { user } = await open(SAVED, 'free', { 'DELETE /api/branding': failure(503, 'DOWN', 'Try later.') });
    await user.click(button('Remove branding'));
    expect(await screen.findByText('Your branding was not removed. Please try again.')).toBeTruthy();
    expect(screen.getByText('Your branding is kept, but not drawn')).toBeTruthy();
  });
});

test('it loads, and a failed read has a retry button', async () => {
  const server = stubServer({ [get]: pending });
  const { unmount } = show(<BrandingSection tier="elite" style="v1" />, '/profile');
  expect(screen.getByText('Loading your branding...')).toBeTruthy();
  unmount();
  server.answers[get] = failure(400, 'BROKEN', 'No.');
  const { user } = show(<BrandingSection tier="elite" style="v1" />, '/profile');
  await screen.findByText('Your branding did not load');
  server.answers[get] = { body: SAVED };
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('figure')).toBeTruthy();
});
