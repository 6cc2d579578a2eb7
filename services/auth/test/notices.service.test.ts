import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ConnectionEndApproached, events, type PostStateChanged } from '@reelwright/contracts';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { type Auth, cookieOf, startAuth } from './harness.ts';
import { startMailbox } from './mailbox.ts';

let auth: Auth;
let mailbox: Awaited<ReturnType<typeof startMailbox>>;
beforeAll(async () => {
  mailbox = await startMailbox();
  auth = await startAuth(mailbox.settings);
});
afterAll(async () => {
  await auth.stop();
  await mailbox.stop();
});

const DAY_MS = 86_400_000;

async function signedUp(at = auth) {
  const person = at.newPerson();
  const response = await at.app.inject({ method: 'POST', url: '/api/auth/signup', payload: person });
  const id: string = response.json().id;
  return { ...person, id, headers: { cookie: cookieOf(response), ...(await at.identity.asUser(id)) } };
}
type Someone = Awaited<ReturnType<typeof signedUp>>;

/** A post of this person that TikTok blocked. */
const failed = (someone: Someone, change: Partial<PostStateChanged> = {}): PostStateChanged =>
  events.PostStateChanged.codec.fromJSON(
    JSON.parse(
      JSON.stringify({
        userId: someone.id,
        videoId: randomUUID(),
        platform: 'tiktok',
        state: 'failed',
        code: 'BLOCKED',
        revision: 5,
        changedAt: new Date(),
        entry: { title: 'Perché no?', videoType: 'v8', publishAt: '2026-11-28T08:00:00Z', timeZone: 'Europe/Rome' },
        ...change,
      }),
    ),
  );

/** Resolves when auth has read all events of publishing about this person so far. */
async function allRead({ id: userId }: Someone, connected = 'youtube', at = auth): Promise<void> {
  const id = await at.publish(events.ConnectionChanged, {
    userId,
    platform: connected,
    state: 'connected',
    revision: 1,
  });
  await eventually(async () => {
    expect(await at.db.selectFrom('inbox').select('event_id').where('event_id', '=', id).execute()).toHaveLength(1);
  });
}

async function publish(someone: Someone, ...posts: PostStateChanged[]): Promise<void> {
  for (const post of posts) await auth.publish(events.PostStateChanged, post);
  await allRead(someone);
}

const mailsOf = (someone: Someone, at = auth) =>
  at.db.selectFrom('mails').selectAll().where('user_id', '=', Number(someone.id)).orderBy('created_at').execute();

/** Sends the mails that wait to be sent later; resolves when none is left. */
async function sendWaiting(someone: Someone): Promise<void> {
  await sql`update mails set due_at = clock_timestamp() - interval '1 second'
    where user_id = ${Number(someone.id)} and state = 'waiting'`.execute(auth.db);
  auth.mailer.nudge();
  await eventually(async () => {
    expect((await mailsOf(someone)).filter(({ state }) => state === 'waiting')).toEqual([]);
  });
}

const turnOff = async (someone: Someone, name: string) => {
  const change = { method: 'PATCH', url: '/api/auth/user', headers: someone.headers } as const;
  const answer = await auth.app.inject({ ...change, payload: { [name]: false } });
  expect(answer.json()).toMatchObject({ [name]: false });
};

describe('the mail about a post', () => {
  it('says which one failed, why and what mends it', async () => {
    const someone = await signedUp();
    await publish(someone, failed(someone));
    await sendWaiting(someone);
    const { subject, text } = await mailbox.newest(someone.email);
    expect(subject).toBe('Your post on TikTok did not go out');
    expect(text).toBe(`Hello Ada,

one of your posts needs you:

“Perché no?” on TikTok, planned for Saturday, November 28 at 09:00 (Europe/Rome)
Not posted: TikTok blocked this post under its rules.
What to do: The TikTok app says more; plan a new entry with another caption or other notes.
http://localhost:8080/dashboard

You can turn off these e-mails on your profile:
http://localhost:8080/profile#e-mails

Reelwright
`);
  });

  it('says that one is not confirmed', async () => {
    const someone = await signedUp();
    await publish(someone, failed(someone, { state: 'unconfirmed', code: 'OUTCOME_UNKNOWN' }));
    await sendWaiting(someone);
    const { subject, text } = await mailbox.newest(someone.email);
    expect(subject).toBe('Your post on TikTok is not confirmed');
    expect(text).toContain('Not confirmed: TikTok did not say whether the post went out.\nWhat to do: We keep asking');
  });

  it('names a video without a title by its style, and leads to the accounts when one has to be connected', async () => {
    const someone = await signedUp();
    const entry = { title: '', videoType: 'v8', publishAt: undefined, timeZone: '' };
    const lost = { state: 'no_connection', code: 'ACCESS_REMOVED', needs: 'reconnect', entry };
    await publish(someone, failed(someone, lost));
    await sendWaiting(someone);
    const { text } = await mailbox.newest(someone.email);
    expect(text).toMatch(
      /Your Urban Rush video on TikTok\nNot posted: .*\nWhat to do: .*\nhttp:\/\/localhost:8080\/social\n/,
    );
  });

  it('is sent once for a post, however often its event arrives', async () => {
    const someone = await signedUp();
    const post = failed(someone);
    const id = randomUUID();
    await auth.publish(events.PostStateChanged, post, { id });
    await auth.publish(events.PostStateChanged, post, { id });
    await publish(someone, post);
    await sendWaiting(someone);
    await publish(someone, post, { ...post, revision: 6, state: 'waiting' }, { ...post, revision: 7 });
    await sendWaiting(someone);
    expect(await mailsOf(someone)).toHaveLength(1);
    expect(mailbox.mailsTo(someone.email)).toHaveLength(1);
  });

  it('is not sent about one that went out meanwhile', async () => {
    const someone = await signedUp();
    const post = failed(someone);
    await publish(someone, post, { ...post, revision: 6, state: 'posted', code: '' });
    await sendWaiting(someone);
    expect(await mailsOf(someone)).toEqual([]);
    expect(mailbox.mailsTo(someone.email)).toEqual([]);
  });

  it('is sent again when an unconfirmed one turns out not to have gone out', async () => {
    const someone = await signedUp();
    const post = failed(someone, { state: 'unconfirmed', code: 'OUTCOME_UNKNOWN' });
    await publish(someone, post);
    await sendWaiting(someone);
    await publish(someone, { ...post, revision: 6, state: 'failed', code: 'BLOCKED' });
    await sendWaiting(someone);
    const subjects = mailbox.mailsTo(someone.email).map(({ subject }) => subject);
    expect(subjects).toEqual(['Your post on TikTok did not go out', 'Your post on TikTok is not confirmed']);
  });

  it('is one for all that fail together, and lists twenty of them', async () => {
    const someone = await signedUp();
    const posts = Array.from({ length: 22 }, (_, index) => {
      const entry = { title: `Video ${index + 1}.`, videoType: 'v1', publishAt: undefined, timeZone: '' };
      return failed(someone, { state: 'no_connection', code: 'ACCESS_REMOVED', needs: 'reconnect', entry });
    });
    await publish(someone, ...posts);
    await sendWaiting(someone);
    const { subject, text } = await mailbox.newest(someone.email);
    expect(subject).toBe('22 posts did not go out');
    expect(text.match(/“Video \d+\.”/g)).toEqual(posts.slice(0, 20).map(({ entry }) => `“${entry?.title}”`));
    expect(text).toContain('And 2 more:\nhttp://localhost:8080/dashboard\n');
    expect(mailbox.mailsTo(someone.email)).toHaveLength(1);
  });

  it('waits ten minutes for others, and comes an hour after the last one at the earliest', async () => {
    const someone = await signedUp();
    const begun = Date.now();
    const minutesLater = async () => {
      const waiting = (await mailsOf(someone)).filter(({ state }) => state === 'waiting');
      return waiting.map(({ due_at }) => Math.floor((due_at.getTime() - begun) / 60_000));
    };
    await publish(someone, failed(someone));
    expect(await minutesLater()).toEqual([10]);
    await sendWaiting(someone);
    await publish(someone, failed(someone), failed(someone));
    expect(await minutesLater()).toEqual([60]);
  });

  it('is not changed while it is being sent: a post that fails then is in the next one', async () => {
    const someone = await signedUp();
    await publish(someone, failed(someone));
    await sql`update mails set leased_until = clock_timestamp() + interval '1 minute'
      where user_id = ${Number(someone.id)}`.execute(auth.db);
    await publish(someone, failed(someone));
    expect(await mailsOf(someone)).toHaveLength(2);
  });

  it('is not sent to who turned it off, before or after the post failed', async () => {
    const [before, after] = [await signedUp(), await signedUp()];
    await turnOff(before, 'mailPostProblems');
    await publish(before, failed(before));
    expect(await mailsOf(before)).toEqual([]);
    await publish(after, failed(after));
    await turnOff(after, 'mailPostProblems');
    await sendWaiting(after);
    expect(await mailsOf(after)).toEqual([]);
    expect(mailbox.mailsTo(after.email)).toEqual([]);
  });

  it('is not sent about a post that its owner held, of a partner, in another state or of the day before yesterday', async () => {
    const someone = await signedUp();
    await publish(
      someone,
      failed(someone, { state: 'missed', code: 'MISSED_WHILE_PAUSED' }),
      failed(someone, { state: 'missed', code: 'MISSED_UNAPPROVED' }),
      failed(someone, { state: 'cancelled', code: 'ENTRY_CANCELLED' }),
      failed(someone, { entry: undefined }),
      failed(someone, { state: 'waiting' }),
      failed(someone, { state: 'a state of a newer version' }),
      failed(someone, { changedAt: new Date(Date.now() - 2 * DAY_MS) }),
    );
    expect(await mailsOf(someone)).toEqual([]);
  });

  it('is sent once the mail server is back, with what failed meanwhile', async () => {
    const someone = await signedUp();
    await publish(someone, failed(someone));
    await mailbox.sandbox.setAway('smtp', 'refused');
    try {
      await sql`update mails set due_at = clock_timestamp() where user_id = ${Number(someone.id)}`.execute(auth.db);
      auth.mailer.nudge();
      await eventually(async () => {
        expect(await mailsOf(someone)).toMatchObject([{ state: 'waiting', attempts: 1, leased_until: null }]);
      });
      await publish(someone, failed(someone));
    } finally {
      await mailbox.sandbox.setAway('smtp', undefined);
    }
    await sendWaiting(someone);
    expect((await mailbox.newest(someone.email)).subject).toBe('2 posts did not go out');
    expect(mailbox.mailsTo(someone.email)).toHaveLength(1);
  });

  it('keeps a hostile title on its line, and takes no header from it', async () => {
    const someone = await signedUp();
    const title = 'One\r\nBcc: eve@example.com\r\n\r\nTwo\u0000\u202e\u2028Three';
    const entry = { title, videoType: '"><script>', publishAt: undefined, timeZone: '' };
    await publish(someone, failed(someone, { entry }));
    await sendWaiting(someone);
    const { subject, text } = await mailbox.newest(someone.email);
    expect(subject).toBe('Your post on TikTok did not go out');
    expect(text).toMatch(/\n“One +Bcc: eve@example\.com +Two Three” on TikTok\nNot posted:/);
    expect(mailbox.mailsTo('eve@example.com')).toEqual([]);
  });

  it('is not sent to a deleted account, and nothing of it is kept', async () => {
    const someone = await signedUp();
    await publish(someone, failed(someone));
    const answer = await auth.app.inject({
      method: 'DELETE',
      url: '/api/auth/user',
      headers: someone.headers,
      payload: { password: someone.password },
    });
    expect(answer.statusCode).toBe(202);
    await publish(someone, failed(someone));
    expect(await mailsOf(someone)).toEqual([]);
    const left = auth.db.selectFrom('post_notices').selectAll().where('user_id', '=', Number(someone.id));
    expect(await left.execute()).toEqual([]);
  });
});

describe('the mail about a connection that ends', () => {
  const ends = (someone: Someone, endsAt: Date, platform = 'tiktok') =>
    auth.publish(events.ConnectionEndApproached, {
      userId: someone.id,
      platform,
      accountName: 'ada.makes\r\nBcc: eve@example.com',
      endsAt,
    } satisfies ConnectionEndApproached);
  const END = new Date('2096-12-05T09:30:00Z');

  it('says when it ends and where it is connected again, once for each end', async () => {
    const someone = await signedUp();
    await ends(someone, END);
    await ends(someone, END);
    await allRead(someone, 'instagram');
    auth.mailer.nudge();
    const { subject, text } = await mailbox.newest(someone.email);
    expect(subject).toBe('Your TikTok connection ends on December 5, 2096 at 09:30 (UTC)');
    expect(text).toMatch(
      /TikTok lets us post to your account “ada\.makes +Bcc: eve@example\.com” until December 5, 2096 at 09:30 \(UTC\)\./,
    );
    expect(text).toContain('http://localhost:8080/social\n');
    expect(text).toContain('http://localhost:8080/profile#e-mails\n');
    await ends(someone, new Date(END.getTime() + DAY_MS));
    await allRead(someone, 'instagram');
    auth.mailer.nudge();
    await mailbox.newest(someone.email, 2);
    expect(mailbox.mailsTo(someone.email)).toHaveLength(2);
  });

  it('is not sent to who turned it off, nor once the connection has ended', async () => {
    const [off, late] = [await signedUp(), await signedUp()];
    await turnOff(off, 'mailConnectionEnds');
    await ends(off, END);
    await ends(late, new Date(Date.now() - 1));
    await Promise.all([allRead(off), allRead(late)]);
    expect([await mailsOf(off), await mailsOf(late)]).toEqual([[], []]);
  });

  it('is dropped if its owner connects the account again before it is sent', async () => {
    const someone = await signedUp();
    await mailbox.sandbox.setAway('smtp', 'refused');
    try {
      await ends(someone, END, 'instagram');
      await ends(someone, END, 'youtube');
      await eventually(async () => expect(await mailsOf(someone)).toHaveLength(2));
      await allRead(someone, 'youtube');
    } finally {
      await mailbox.sandbox.setAway('smtp', undefined);
    }
    await sendWaiting(someone);
    const subjects = mailbox.mailsTo(someone.email).map(({ subject }) => subject);
    expect(subjects).toEqual([expect.stringContaining('Instagram')]);
  });
});

it('enqueues none of these mails without a mail server', async () => {
  const silent = await startAuth();
  try {
    const someone = await signedUp(silent);
    await silent.publish(events.PostStateChanged, failed(someone));
    await silent.publish(events.ConnectionEndApproached, {
      userId: someone.id,
      platform: 'tiktok',
      accountName: '',
      endsAt: new Date(Date.now() + DAY_MS),
    });
    await allRead(someone, 'youtube', silent);
    expect(await mailsOf(someone, silent)).toEqual([]);
  } finally {
    await silent.stop();
  }
});
