import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { beginRun, claimRun, finishRun, scheduleRun } from '../src/reconcile/reconcile-run.repository.ts';
import { emptyReport } from '../src/reconcile/report.ts';
import { useBilling } from './harness.ts';

const COMMAND = join(import.meta.dirname, '../src/reconcile/reconcile-with-stripe-command.ts');

// The worker of nightly runs is not started: each test says what it would claim.
const billing = useBilling();

/** Runs the command to its end. @returns its exit code and the lines that it prints */
async function runCommand(settings: Record<string, string> = {}) {
  const config = Object.entries(billing.config).filter(([name]) => /^(DATABASE_URL|STRIPE_)/.test(name));
  const env = { ...Object.fromEntries(config.map(([name, value]) => [name, String(value)])), LOG_LEVEL: 'warn' };
  const child = spawn(process.execPath, [COMMAND], {
    env: { PATH: process.env.PATH, ...env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [[code], printed, stderr] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  expect(stderr).toBe('');
  const lines = printed
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { code, printed, lines, last: lines.at(-1) };
}

const runs = () => billing.app.db.selectFrom('reconcile_runs').selectAll().orderBy('due_at').execute();
const endLease = (id: string) =>
  billing.app.db.updateTable('reconcile_runs').set({ leased_until: null }).where('id', '=', id).execute();
const finish = (id: string, at: Date) =>
  billing.app.db
    .transaction()
    .execute((trx) => finishRun(trx, id, { startedAt: at, finishedAt: at, report: emptyReport() }));
afterEach(async () => void (await billing.app.db.deleteFrom('reconcile_runs').execute()));

describe('the command that reconciles with Stripe', () => {
  it('saves what lost events would have, prints its figures, and stores its report as the nightly run does', async () => {
    const bought = billing.newUser();
    const { body } = await billing.call(bought, 'POST', '/api/create-subscription', billing.choose('elite'));
    const subscribed = await billing.givenSubscriber('pro');
    await billing.eventsProcessed();
    await billing.listen(false);
    await billing.pay(body.checkoutUrl);
    await billing.app.db.deleteFrom('payments').where('user_id', '=', subscribed).execute();

    const { code, last } = await runCommand();
    expect([code, last]).toEqual([
      0,
      {
        run: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        checked: { customers: 2, subscriptions: 2, localPlans: 2, invoices: 2 },
        found: 2,
        differences: { plan: 1, payment: 1 },
      },
    ]);
    await eventually(() => expect(billing.changesOf(bought).at(-1)).toMatchObject({ tier: 'elite' }));
    await eventually(() => expect(billing.paymentsOf(bought)).toHaveLength(1));
    expect(billing.changesOf(subscribed)).toHaveLength(1);
    const stored = await runs();
    expect(stored).toMatchObject([
      {
        id: last.run,
        started_at: expect.any(Date),
        finished_at: expect.any(Date),
        report: { checked: last.checked, found: 2, differences: [{ userId: bought }, { userId: subscribed }] },
      },
    ]);
    const seconds = Math.floor(Number(stored[0]?.finished_at) / 1_000);
    expect(await billing.metrics()).toMatch(new RegExp(`billing_reconciled_at_seconds\\{[^}]*\\} ${seconds}\n`));

    const again = await runCommand({ LOG_LEVEL: 'silent' });
    expect([again.code, again.lines]).toEqual([0, [expect.objectContaining({ found: 0, differences: {} })]]);
    expect(await claimRun(billing.app.db, billing.clock.now())).toEqual([]);
  }, 60_000);

  it('ends with 1 while the nightly run is under way, and reads nothing', async () => {
    const now = billing.clock.now();
    await scheduleRun(billing.app.db, now);
    const [claimed] = await claimRun(billing.app.db, now);
    const { code, lines } = await runCommand();
    expect([code, lines]).toEqual([
      1,
      [expect.objectContaining({ level: 'fatal', service: 'billing', code: 'RECONCILE_UNDER_WAY' })],
    ]);
    expect(await runs()).toEqual([claimed]);
  }, 60_000);

  it('ends with 1 when Stripe does not respond, and the service repeats its run', async () => {
    billing.sandbox.chaos.set('stripe', { error5xx: 1, only: 'GET /v1/customers' });
    const { code, last } = await runCommand();
    expect([code, last]).toMatchObject([1, { level: 'fatal', msg: 'did not finish', err: { type: 'AppError' } }]);
    const [run] = await runs();
    expect(run).toMatchObject({ finished_at: null, report: null });
    expect(await claimRun(billing.app.db, billing.clock.now())).toEqual([]);
    await endLease(String(run?.id));
    expect(await claimRun(billing.app.db, billing.clock.now())).toMatchObject([{ id: run?.id, lease_token: 2 }]);
  }, 60_000);

  it('names wrong settings in one line without their values', async () => {
    const { code, printed, lines } = await runCommand({ STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: 'no-secret' });
    expect([code, lines]).toMatchObject([1, [{ level: 'fatal', code: 'SETTINGS_WRONG' }]]);
    expect(lines[0].msg).toMatch(/missing settings: STRIPE_SECRET_KEY.*; bad settings: STRIPE_WEBHOOK_SECRET/);
    expect(printed).not.toContain('no-secret');
  });
});

describe('a run that an operator begins', () => {
  const night = new Date('2027-03-10T03:00:00Z');
  const at = (time: string) => new Date(`2027-03-10T${time}Z`);
  const claim = (time: string) => claimRun(billing.app.db, at(time));
  const begin = (time: string) => billing.app.db.transaction().execute((trx) => beginRun(trx, at(time)));
  beforeEach(() => scheduleRun(billing.app.db, night));

  it('keeps the nightly run waiting until it has ended, and replaces none that is due later', async () => {
    expect(await begin('02:59:00')).toEqual({ id: '2027-03-10T02:59:00.000Z', token: 1 });
    expect(await claim('03:00:01')).toEqual([]);
    await finish('2027-03-10T02:59:00.000Z', at('03:00:02'));
    expect(await claim('03:00:03')).toMatchObject([{ id: '2027-03-10' }]);
  });

  it('replaces an earlier one that failed', async () => {
    await claim('03:00:01');
    expect(await begin('03:05:00')).toBeUndefined();
    await endLease('2027-03-10');
    expect(await begin('03:06:00')).toBeDefined();
    await finish('2027-03-10T03:06:00.000Z', at('03:07:00'));
    expect(await claim('03:08:00')).toEqual([]);
  });

  it.each([
    ['a claim', 'a beginning', claimRun, begin, undefined],
    ['a beginning', 'a claim', beginRun, claim, []],
    ['a beginning', 'another', beginRun, begin, undefined],
  ] as const)('is one only: while %s has not committed, %s waits, and then finds a run under way', async (...args) => {
    const [, , first, second, nothing] = args;
    const [started, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const committing = billing.app.db.transaction().execute(async (trx) => {
      expect([await first(trx, at('03:00:01'))].flat()).toHaveLength(1);
      started.resolve();
      await commit.promise;
    });
    await started.promise;
    const waiting = second('03:00:02');
    await eventually(async () => {
      const { rows } = await sql`
        select 1 from pg_locks where relation = 'reconcile_runs'::regclass and not granted`.execute(billing.app.db);
      expect(rows).toHaveLength(1);
    });
    commit.resolve();
    await committing;
    expect(await waiting).toEqual(nothing);
  });
});
