import { describe, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { failure, pending, show, stubServer } from '../../test/browser.tsx';
import { perDay, perMonth, reportAnswers } from '../../test/reports.ts';
import { AdminPage } from './admin.tsx';

const KEY = 'reelwright.admin';
const enter = 'POST /api/admin/session';
const leave = 'DELETE /api/admin/session';
const read = (name: string) => `GET /api/admin/stats/${name}`;

const code = () => screen.getByLabelText<HTMLInputElement>('Codice di Accesso');
const openButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Accedi alla Dashboard' });
const panel = (name: string) => within(screen.getByRole('region', { name }));
const row = (table: string, name: string) => panel(table).getByRole('row', { name: new RegExp(`^${name}`) });

/** Renders the page in a tab that was unlocked before. */
function showOpen() {
  sessionStorage.setItem(KEY, 'unlocked');
  return show(<AdminPage />, '/admin');
}

describe('the locked page', () => {
  test('is in Italian, asks for the code, and reads no report', () => {
    const server = stubServer(reportAnswers());
    show(<AdminPage />, '/admin');
    expect(screen.getByRole('heading', { level: 1, name: 'Dashboard Amministratore' })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 2, name: 'Accesso Admin' })).toBeTruthy();
    expect(screen.getByRole('main').lang).toBe('it');
    expect(document.title).toContain('Dashboard Amministratore');
    expect(document.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex');
    expect(screen.queryByRole('button', { name: 'Esci' })).toBeNull();
    expect(document.activeElement).toBe(code());
    expect(server.calls).toEqual([]);
  });

  test('does not send a blank code, and shows what is typed when asked', async () => {
    stubServer(reportAnswers());
    const { user } = show(<AdminPage />, '/admin');
    expect(openButton().disabled).toBe(true);
    await user.type(code(), '   ');
    expect(openButton().disabled).toBe(true);
    await user.type(code(), 'abcd');
    expect(openButton().disabled).toBe(false);
    expect(code().type).toBe('password');
    await user.click(screen.getByRole('button', { name: 'Mostra codice' }));
    expect(code().type).toBe('text');
    await user.click(screen.getByRole('button', { name: 'Nascondi codice' }));
    expect(code().type).toBe('password');
  });

  test('opens with the right code, and stays open in this tab', async () => {
    const server = stubServer({ ...reportAnswers(), [enter]: { status: 204 } });
    const { user } = show(<AdminPage />, '/admin');
    await user.type(code(), 'abcd-efgh{Enter}');
    expect(await screen.findByText('5.214', { selector: 'dd' })).toBeTruthy();
    expect(server.bodiesOf(enter)).toEqual([{ code: 'abcd-efgh' }]);
    expect(sessionStorage.getItem(KEY)).toBe('unlocked');
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    expect(JSON.stringify(Object.values(sessionStorage))).not.toContain('abcd');
  });

  test('says that a code is wrong, clears it and asks again', async () => {
    stubServer({ [enter]: failure(401, 'INVALID_CODE', 'Codice non valido') });
    const { user } = show(<AdminPage />, '/admin');
    await user.type(code(), 'wrong{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Codice non valido');
    expect(code().value).toBe('');
    expect(document.activeElement).toBe(code());
    expect(openButton().disabled).toBe(true);
    expect(sessionStorage.getItem(KEY)).toBeNull();
    await user.type(code(), 'x');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('says how long to wait after too many wrong codes, and keeps what was typed', async () => {
    const slow = (seconds: string) => ({
      ...failure(429, 'TOO_MANY_ATTEMPTS', 'Too many attempts.'),
      headers: { 'retry-after': seconds },
    });
    const server = stubServer({ ...reportAnswers(), [enter]: slow('125') });
    const { user, unmount } = show(<AdminPage />, '/admin');
    await user.type(code(), 'abcd{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('Troppi tentativi. Riprova tra 2 min 05 s');
    expect(code().value).toBe('abcd');
    expect(openButton().disabled).toBe(true);
    await user.type(code(), '{Enter}');
    expect(server.bodiesOf(enter)).toHaveLength(1);
    unmount();

    server.answers[enter] = slow('1');
    const again = show(<AdminPage />, '/admin');
    await again.user.type(code(), 'abcd{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('1 secondo');
    server.answers[enter] = { status: 204 };
    expect(await screen.findByText('Ora puoi riprovare.', undefined, { timeout: 5000 })).toBeTruthy();
    await again.user.click(openButton());
    expect(await screen.findByRole('button', { name: 'Esci' })).toBeTruthy();
  });

  test('says in Italian that the server failed or the network is gone', async () => {
    const server = stubServer({ [enter]: failure(503, 'UNAVAILABLE', 'Not now.') });
    const { user } = show(<AdminPage />, '/admin');
    await user.type(code(), 'abcd{Enter}');
    expect(await screen.findByText('Il server non ha risposto come previsto. Riprova tra poco.')).toBeTruthy();
    expect(code().value).toBe('abcd');
    server.answers[enter] = () => {
      throw new TypeError('Failed to fetch');
    };
    await user.click(openButton());
    expect(await screen.findByText('Nessuna connessione. Controlla la rete e riprova.')).toBeTruthy();
  });
});

describe('the open page', () => {
  test('shows the figures, the tables and the time', async () => {
    stubServer(reportAnswers());
    showOpen();
    const users = (await screen.findByText('5.214', { selector: 'dd' })).textContent;
    expect(users).toContain('+412 negli ultimi 30 giorni');
    expect(screen.getByText(/^61\.482,60\s€/, { selector: 'dd' })).toBeTruthy();
    expect(screen.getByText('3.876', { selector: 'dd' })).toBeTruthy();
    expect(screen.getByText('184.320', { selector: 'dd' }).textContent).toContain('1.142 oggi');
    expect(screen.getByText(/^Aggiornato alle \d\d:\d\d$/)).toBeTruthy();
    expect(screen.getByText(/^Venerdì 20 novembre 2026$/)).toBeTruthy();

    expect(row('Abbonamenti', 'starter').textContent).toMatch(/506.*17\.153,40\s€/);
    expect(panel('Abbonamenti').getByText(/^Tasso di conversione 15,9\s?%$/)).toBeTruthy();
    expect(row('Pagine più viste', 'Home').textContent).toContain('91.204');
    expect(row('Pagine più viste', '/pricing').textContent).toContain('38.110');
    expect(row('Visite', 'Ultimi 7 giorni').textContent).toContain('7.604');
    expect(row('Utenti', 'Nuovi oggi').textContent).toContain('17');
    expect(row('Video', 'Video usati').textContent).toContain('7.904');
    expect(row('Integrazioni social', 'YouTube').textContent).toContain('702');
  });

  test('draws charts that screen readers can read day by day', async () => {
    stubServer(reportAnswers());
    showOpen();
    const name = 'Visite al giorno negli ultimi 30 giorni: da 101 a 130, oggi 130';
    expect(await screen.findByRole('img', { name })).toBeTruthy();
    const visits = panel('Visite al giorno');
    const slider = visits.getByRole<HTMLInputElement>('slider');
    expect(slider.getAttribute('aria-valuetext')).toBe('oggi: 130');
    fireEvent.change(slider, { target: { value: '0' } });
    expect(slider.getAttribute('aria-valuetext')).toBe('22 ott: 101');
    expect(visits.getByText('101', { selector: 'b' })).toBeTruthy();
    fireEvent.blur(slider);
    expect(visits.getByText('130', { selector: 'b' })).toBeTruthy();
    expect(visits.getAllByRole('row', { hidden: true })).toHaveLength(31);
    expect(panel('Ricavi al mese').getByRole('img').getAttribute('aria-label')).toContain('questo mese');
  });

  test('says which reports are still empty', async () => {
    const none = { ...reportAnswers() };
    none[read('pageviews')] = {
      body: {
        totalViews: 0,
        viewsToday: 0,
        viewsThisWeek: 0,
        viewsThisMonth: 0,
        topPages: [],
        viewsPerDay: perDay(() => 0),
      },
    };
    stubServer(none);
    showOpen();
    expect(await screen.findByText('Nessuna visita finora.')).toBeTruthy();
    expect(panel('Visite al giorno').getByText('Ancora nessun dato negli ultimi 30 giorni.')).toBeTruthy();
    expect(panel('Nuovi utenti').queryByText(/Ancora nessun dato/)).toBeNull();
  });

  test('loads each part on its own', async () => {
    stubServer({ ...reportAnswers(), [read('videos')]: pending });
    showOpen();
    expect(await screen.findByText('5.214', { selector: 'dd' })).toBeTruthy();
    expect(screen.getByText('Caricamento: Video')).toBeTruthy();
    expect(screen.getByText('Caricamento: Rigenerazioni')).toBeTruthy();
    expect(screen.getByText('Aggiornamento...')).toBeTruthy();
  });

  test('keeps working when one report fails, and can retry that one', async () => {
    const server = stubServer({ ...reportAnswers(), [read('social')]: failure(500, 'INTERNAL', 'Broken.') });
    const { user } = showOpen();
    const again = await screen.findByRole('button', { name: 'Riprova: Integrazioni social' });
    expect(screen.getByText('5.214', { selector: 'dd' })).toBeTruthy();
    expect(screen.getByText(/^Alcuni dati non sono stati caricati\./)).toBeTruthy();
    server.answers[read('social')] = reportAnswers()[read('social')] ?? {};
    await user.click(again);
    expect(await panel('Integrazioni social').findByText('702')).toBeTruthy();
    expect(server.bodiesOf(read('social'))).toHaveLength(2);
    expect(server.bodiesOf(read('users'))).toHaveLength(1);
  });

  test('refreshes all numbers, and keeps those that could not be refreshed', async () => {
    const server = stubServer(reportAnswers());
    const { user } = showOpen();
    await screen.findByText(/^Aggiornato alle/);
    server.answers[read('overview')] = failure(503, 'UNAVAILABLE', 'Not now.');
    server.answers[read('social')] = { body: { tiktok: 612, youtube: 0, facebook: 0, instagram: 0 } };
    await user.click(screen.getByRole('button', { name: 'Aggiorna' }));
    expect(await screen.findByText('612')).toBeTruthy();
    expect(await screen.findByText('Dati non aggiornati')).toBeTruthy();
    expect(screen.getByText('5.214', { selector: 'dd' })).toBeTruthy();
  });

  test.each([401, 403])('locks itself when a report is refused with %i', async (status) => {
    const server = stubServer({ ...reportAnswers(), [read('videos')]: failure(status, 'ADMIN_LOCKED', 'Locked.') });
    showOpen();
    expect(await screen.findByText('La sessione è scaduta')).toBeTruthy();
    expect(code()).toBeTruthy();
    expect(screen.queryByText('5.214')).toBeNull();
    expect(sessionStorage.getItem(KEY)).toBeNull();
    expect(server.bodiesOf(leave)).toEqual([]);
  });

  test('locks at once with Esci, and forgets the numbers', async () => {
    const server = stubServer({ ...reportAnswers(), [leave]: { status: 204 }, [enter]: { status: 204 } });
    const { user } = showOpen();
    await screen.findByText('5.214', { selector: 'dd' });
    await user.click(screen.getByRole('button', { name: 'Esci' }));
    expect(code()).toBeTruthy();
    expect(sessionStorage.getItem(KEY)).toBeNull();
    await waitFor(() => expect(server.bodiesOf(leave)).toHaveLength(1));
    expect(screen.queryByText(/non ha confermato/)).toBeNull();
    for (const name of ['overview', 'users', 'subscriptions', 'videos', 'social', 'pageviews'])
      server.answers[read(name)] = pending;
    await user.type(code(), 'abcd{Enter}');
    expect(await screen.findByText('Caricamento: Utenti')).toBeTruthy();
    expect(screen.queryByText('5.214')).toBeNull();
  });

  test('locks with Esci even when the server does not answer, and says so', async () => {
    const server = stubServer({ ...reportAnswers(), [leave]: failure(503, 'UNAVAILABLE', 'Not now.') });
    const { user, unmount } = showOpen();
    await screen.findByText('5.214', { selector: 'dd' });
    await user.click(screen.getByRole('button', { name: 'Esci' }));
    expect(await screen.findByText("Il server non ha confermato l'uscita")).toBeTruthy();
    expect(code()).toBeTruthy();
    unmount();
    // After a reload the note is still there.
    show(<AdminPage />, '/admin');
    expect(await screen.findByText("Il server non ha confermato l'uscita")).toBeTruthy();
    server.answers[leave] = { status: 204 };
    await user.click(screen.getByRole('button', { name: 'Esci di nuovo' }));
    await waitFor(() => expect(screen.queryByText("Il server non ha confermato l'uscita")).toBeNull());
    expect([code().tagName, sessionStorage.getItem(KEY)]).toEqual(['INPUT', null]);
  });
});

test('twelve months are shown in calendar order', async () => {
  stubServer({
    ...reportAnswers(),
    [read('subscriptions')]: {
      body: {
        subscriptionBreakdown: { free: 1, starter: 0, pro: 0, elite: 0 },
        revenueByTier: { free: 0, starter: 0, pro: 0, elite: 0 },
        conversionRate: 0,
        revenuePerMonth: perMonth((month) => month * 10.5),
      },
    },
  });
  showOpen();
  await screen.findByRole('img', { name: /^Ricavi al mese/ });
  const rows = panel('Ricavi al mese').getAllByRole('row', { hidden: true });
  expect(rows[1]?.textContent).toMatch(/^nov 2026115,50\s€$/);
  expect(rows.at(-1)?.textContent).toMatch(/^dic 20250,00\s€$/);
});

describe('the posts on time', () => {
  test('are shown by month and platform, with their share', async () => {
    stubServer(reportAnswers());
    showOpen();
    expect(await panel('Post puntuali').findByText('1.203 di 1.204')).toBeTruthy();
    expect(panel('Post puntuali').getByText(/^99,9\s?%$/)).toBeTruthy();
    expect(row('Post puntuali', 'ott 2026').textContent).toMatch(/YouTube7 di 887,5\s?%/);
  });

  test('say so when there is none', async () => {
    stubServer({ ...reportAnswers(), 'GET /api/admin/on-time': { body: { months: [] } } });
    showOpen();
    expect(await panel('Post puntuali').findByText('Nessun post finora.')).toBeTruthy();
  });
});
