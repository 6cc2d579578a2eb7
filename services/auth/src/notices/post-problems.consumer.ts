import type { Clock } from '@reelwright/clock';
import { events } from '@reelwright/contracts';
import { on, type Subscription } from '@reelwright/kafka';
import type { Transaction } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import { lockNextMail, previousMailAt } from '../mail/mail.repository.ts';
import type { Mailer } from '../mail/mailer.ts';
import { lockUser } from '../users/user.repository.ts';
import type { User } from '../users/user.ts';
import { deleteUnsentNotices, hasPostNotice, insertPostNotice, updatePostNotice } from './post-notice.repository.ts';
import { type PostProblem, problemOf } from './post-problem.ts';

/** An older problem is not mailed, for example after the events of a week were read again. Product time. */
const NEWS_MS = 24 * 3_600_000;
/** How long a mail waits for further problems, in real time; many a post is confirmed within this time. */
const COLLECT_MS = 10 * 60_000;
/** The shortest time between two mails to one person. */
const INTERVAL_MS = 3_600_000;

interface Deps {
  readonly clock: Clock;
  readonly mailer: Mailer;
}

/**
 * Notes posts that did not go out or may not have, each once for each action that its owner has. They are collected: a
 * person gets at most one mail an hour. What is mended before the mail is sent is not in it.
 */
export function postProblemSubscription({ clock, mailer }: Deps): Subscription<AuthDatabase> {
  return on(
    events.PostStateChanged,
    async (trx, { payload: post, occurredAt }) => {
      const user = await lockUser(trx, Number(post.userId));
      if (!user) return;
      const problem = problemOf(post);
      await deleteUnsentNotices(trx, post, { except: problem?.action ?? null });
      const age = clock.now().getTime() - (post.changedAt ?? occurredAt).getTime();
      if (problem && user.mailPostProblems && age <= NEWS_MS) await note(trx, { clock, mailer }, user, problem);
    },
    {
      filter: async (db, post) =>
        mailer.isOn && post.entry !== undefined && (problemOf(post) !== undefined || (await hasPostNotice(db, post))),
    },
  );
}

/** Adds a problem to the person's next mail. */
async function note(
  trx: Transaction<AuthDatabase>,
  { clock, mailer }: Deps,
  user: User,
  problem: PostProblem,
): Promise<void> {
  if (await updatePostNotice(trx, problem)) return;
  const real = clock.real();
  const ofUser = { userId: user.id, kind: 'post_problems' as const };
  let mailId = await lockNextMail(trx, ofUser);
  if (mailId === undefined) {
    const previous = await previousMailAt(trx, ofUser, real);
    const dueAt = new Date(Math.max(real.getTime() + COLLECT_MS, (previous?.getTime() ?? 0) + INTERVAL_MS));
    mailId = await mailer.enqueue(trx, { ...ofUser, to: user.email, dueAt });
  }
  if (mailId !== undefined) await insertPostNotice(trx, problem, { userId: user.id, mailId, real });
}
