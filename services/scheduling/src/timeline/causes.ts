import type { EntryCause } from '@reelwright/product';

/** Why something does not simply go out, by its code, and what to do about it. */
export interface Why {
  readonly code: string;
  readonly message: string;
  readonly fix: string;
}

/** The causes that scheduling itself finds. Renders, deliveries and posts bring theirs with their events. */
export const causes = {
  ENTRY_PAUSED: {
    cause: 'Your plan has no room for this entry in its month.',
    fix: 'Choose a larger plan or remove another entry. It then resumes automatically.',
  },
  ENTRY_AFTER_PLAN: {
    cause: 'Your plan ends before this entry goes out.',
    fix: 'Renew your plan. It then resumes automatically.',
  },
  ENTRY_UNPAID: {
    cause: 'Your last payment is overdue, and your plan ends before this entry goes out.',
    fix: 'Pay the overdue amount. It then resumes automatically.',
  },
  ENTRY_NO_PLAN: {
    cause: 'The free plan has no calendar.',
    fix: 'Choose a paid plan. It then resumes automatically.',
  },
  PLAN_ENDS_BEFORE: {
    cause: 'Your plan ends before it goes out, so it will not be posted.',
    fix: 'Renew your plan. It then goes out as planned.',
  },
  ENTRY_MISSED: {
    cause: 'Its time passed more than 6 hours ago, before the video was made. It does not count.',
    fix: 'Choose Post now on its card, or add a new entry. Either counts towards your plan.',
  },
  ENTRY_LOCKED: {
    cause: 'It is going out now and can no longer be changed.',
    fix: 'Once it is out, it can be deleted on the platform.',
  },
  RENDER_NOT_BEGUN: {
    cause: 'Your video has been requested and will start soon.',
    fix: 'Nothing to do. It starts as soon as it is its turn.',
  },
  BEING_MADE: {
    cause: 'It is being made now and goes out as soon as it is ready.',
    fix: 'Nothing to do. This usually takes 2-5 minutes.',
  },
  NEWS_LATE: {
    cause: 'It was due, but its status is not known yet.',
    fix: 'Nothing to do. Its status will show here.',
  },
  EARLIER_VIDEO_KEPT: {
    cause: 'The new video could not be made, so the earlier one is kept.',
    fix: 'Nothing to do. The earlier one goes out as planned.',
  },
} as const satisfies Readonly<Record<EntryCause, { readonly cause: string; readonly fix: string }>>;

export function causeFor(code: EntryCause): Why {
  const { cause, fix } = causes[code];
  return { code, message: cause, fix };
}
