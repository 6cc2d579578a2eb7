import { paidTiers, platformNames, platforms, recordOf, tiers } from '@reelwright/product';
import type { Page } from 'playwright-core';
import { count, query } from './databases.ts';
import { sandbox } from './fixtures.ts';

type Numbers = Record<string, number>;

/** The numbers on the administrator's screen, keyed by their labels. */
export interface AdminFigures {
  readonly cards: Numbers;
  readonly today: Numbers;
  readonly users: Numbers;
  readonly visits: Numbers;
  readonly videos: Numbers;
  readonly social: Numbers;
  /** Users and euros per plan. */
  readonly plans: Record<string, readonly number[]>;
}

/** Parses an Italian number: "61.482,60 €" → 61482.6. */
const parseNumber = (text: string) => Number(text.replace(/[^\d,-]/g, '').replace(',', '.'));

/** The rows of a panel's table, keyed by their first column. */
async function rowsOf(page: Page, panel: string): Promise<Record<string, number[]>> {
  const rows = page.getByRole('region', { name: panel, exact: true }).locator('tbody').getByRole('row');
  const texts = await rows.evaluateAll((found) =>
    found.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent?.trim() ?? '')),
  );
  return Object.fromEntries(texts.map(([name = '', ...cells]) => [name, cells.map(parseNumber)]));
}

async function columnOf(page: Page, panel: string): Promise<Numbers> {
  const rows = await rowsOf(page, panel);
  return Object.fromEntries(Object.entries(rows).map(([name, [value = Number.NaN]]) => [name, value]));
}

export async function figuresOnScreen(page: Page): Promise<AdminFigures> {
  const cards = await page
    .locator('dl > div')
    .evaluateAll((found) =>
      found.map((card) => [card.querySelector('dt')?.textContent, card.querySelector('dd')?.firstChild?.textContent]),
    );
  const today: Numbers = {};
  for (const name of ['Visite al giorno', 'Nuovi utenti', 'Video generati', 'Rigenerazioni', 'Ricavi al mese']) {
    const value = page.getByRole('region', { name, exact: true }).locator('b');
    today[name] = parseNumber((await value.textContent()) ?? '');
  }
  return {
    cards: Object.fromEntries(cards.map(([name, value]) => [name ?? '', parseNumber(value ?? '')])),
    today,
    users: await columnOf(page, 'Utenti'),
    visits: await columnOf(page, 'Visite'),
    videos: await columnOf(page, 'Video'),
    social: await columnOf(page, 'Integrazioni social'),
    plans: await rowsOf(page, 'Abbonamenti'),
  };
}

/** The same numbers, counted in the services' databases. Days are UTC days of product time. */
export async function figuresInDatabases(): Promise<AdminFigures> {
  const now = await sandbox.now();
  const dayStart = (ago: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - ago));
  const days = [dayStart(0), dayStart(6), dayStart(29)];
  const month = [new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))];
  const since = (column: string) => `count(*) as total, count(*) filter (where ${column} >= $1) as today,
    count(*) filter (where ${column} >= $2) as week, count(*) filter (where ${column} >= $3) as month`;

  const users = await count('auth', `select ${since('created_at')} from users`, days);
  const views = await count('analytics', `select ${since('created_at')} from page_views`, days);
  const configurations = await count('scheduling', 'select count(*) as total from video_configurations');
  const regenerations = await count(
    'scheduling',
    'select count(*) as total, count(*) filter (where regenerated_at >= $1) as today from video_regenerations',
    [days[0]],
  );
  const used = await count(
    'scheduling',
    `select count(*) as total from scheduled_videos where requested_at is not null and quota_state <> 'released'`,
  );
  const renders = await count(
    'generation',
    `select count(*) as total, count(*) filter (where finished_at >= $1) as today
       from generation_jobs where state = 'done'`,
    [days[0]],
  );
  const money = await count(
    'billing',
    `select coalesce(sum(amount_cents - refunded_cents), 0) as total,
            coalesce(sum(amount_cents - refunded_cents) filter (where paid_at >= $1), 0) as month
       from payments where currency = 'eur'`,
    month,
  );
  const paid = await query(
    'billing',
    `select tier, sum(amount_cents - refunded_cents) as cents from payments where currency = 'eur' group by tier`,
  );
  const subscribed = await query('billing', `select tier, count(*) as users from subscriptions group by tier`);
  const connected = await query(
    'publishing',
    `select platform, count(*) as accounts from social_connections where state = 'connected' group by platform`,
  );

  const usersOn = (tier: string) => Number(subscribed.find((row) => row.tier === tier)?.users ?? 0);
  const paying = paidTiers.map(usersOn).reduce((sum, users) => sum + users, 0);
  const plan = (tier: string) => [
    tier === 'free' ? (users.total ?? 0) - paying : usersOn(tier),
    Number(paid.find((row) => row.tier === tier)?.cents ?? 0) / 100,
  ];
  const accounts = (platform: string) => Number(connected.find((row) => row.platform === platform)?.accounts ?? 0);
  return numbersOf({
    cards: {
      'Utenti totali': users.total,
      'Ricavi totali': (money.total ?? 0) / 100,
      'Configurazioni video': configurations.total,
      'Visite totali': views.total,
    },
    today: {
      'Visite al giorno': views.today,
      'Nuovi utenti': users.today,
      'Video generati': renders.today,
      Rigenerazioni: regenerations.today,
      'Ricavi al mese': (money.month ?? 0) / 100,
    },
    users: {
      'Nuovi oggi': users.today,
      'Ultimi 7 giorni': users.week,
      'Ultimi 30 giorni': users.month,
      Totale: users.total,
    },
    visits: { Oggi: views.today, 'Ultimi 7 giorni': views.week, 'Ultimi 30 giorni': views.month, Totale: views.total },
    videos: {
      'Configurazioni totali': configurations.total,
      'Video generati': renders.total,
      'Video usati': used.total,
      Rigenerazioni: regenerations.total,
    },
    social: Object.fromEntries(platforms.map((platform) => [platformNames[platform], accounts(platform)])),
    plans: recordOf(tiers, plan),
  });
}

/** A missing number becomes NaN, which equals no number on the screen. */
function numbersOf(figures: Record<keyof AdminFigures, Record<string, unknown>>): AdminFigures {
  const whole = (key: string, value: unknown) => (value === undefined ? `${key} is missing` : value);
  return JSON.parse(JSON.stringify(figures, whole)) as AdminFigures;
}
