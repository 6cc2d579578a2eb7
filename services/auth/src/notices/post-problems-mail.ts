import { isPlatform, platformNames } from '@reelwright/product';
import { greetingFor } from '../mail/greeting.ts';
import type { ComposeMail } from '../mail/mail.ts';
import { noticeEnd } from '../mail/notice-end.ts';
import { findUser } from '../users/user.repository.ts';
import { listPostNotices } from './post-notice.repository.ts';
import { describeProblem, type PostProblem } from './post-problem.ts';

/** More posts than this are counted only. */
const MOST_LISTED = 20;

/** Composes the mail about posts that did not go out or may not have; none if all were mended, or it is turned off. */
export function composePostProblems(publicUrl: string): ComposeMail {
  return async (trx, { id, userId }) => {
    const user = userId === null ? undefined : await findUser(trx, userId);
    if (!user?.mailPostProblems) return undefined;
    const problems = await listPostNotices(trx, id);
    if (problems.length === 0) return undefined;
    const listed = problems.slice(0, MOST_LISTED).map((problem) => describeProblem(problem, publicUrl));
    const rest = problems.length - listed.length;
    if (rest > 0) listed.push(`And ${rest} more:\n${publicUrl}/dashboard`);
    return {
      to: user.email,
      subject: subjectOf(problems),
      text: `${greetingFor(user.firstName)}

${problems.length === 1 ? 'one of your posts needs you' : `${problems.length} of your posts need you`}:

${listed.join('\n\n')}

${noticeEnd(publicUrl)}`,
    };
  };
}

function subjectOf(problems: readonly PostProblem[]): string {
  const isUnconfirmed = problems.some(({ action }) => action === 'check');
  if (problems.length > 1)
    return `${problems.length} posts did not go out${isUnconfirmed ? ' or are not confirmed' : ''}`;
  const platform = problems[0]?.platform;
  const where = isPlatform(platform) ? ` on ${platformNames[platform]}` : '';
  return isUnconfirmed ? `Your post${where} is not confirmed` : `Your post${where} did not go out`;
}
