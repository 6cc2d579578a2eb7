/** What is the matter, by its code, in plain words, and what to do about it. */
export interface Why {
  readonly code: string;
  readonly message: string;
  readonly fix: string;
}

/** What scheduling itself has to say of an entry. Renders, deliveries and posts bring words of their own. */
export const causes = {
  ENTRY_PAUSED: {
    cause: 'Your plan has no room for this entry in its month.',
    fix: 'Choose a larger plan or remove another entry: it comes back by itself.',
  },
  ENTRY_AFTER_PLAN: {
    cause: 'Your plan ends before this entry goes out.',
    fix: 'Renew your plan: it comes back by itself.',
  },
  ENTRY_UNPAID: {
    cause: 'Your last payment is overdue, and your plan ends before this entry goes out.',
    fix: 'Pay what is overdue: it comes back by itself.',
  },
  ENTRY_NO_PLAN: {
    cause: 'The free plan has no calendar.',
    fix: 'Choose a paid plan: it comes back by itself.',
  },
  PLAN_ENDS_BEFORE: {
    cause: 'Your plan ends before it goes out, so it will not be posted.',
    fix: 'Renew your plan: it then goes out as planned.',
  },
  ENTRY_MISSED: {
    cause: 'Its time passed more than 6 hours ago, before its video could be asked for. It does not count.',
    fix: 'Choose Post now on its card, or plan a new entry at another time; either counts again.',
  },
  ENTRY_LOCKED: {
    cause: 'It is going out now, so it can not be changed any more.',
    fix: 'Once it is out, it can be deleted on the platform.',
  },
  RENDER_NOT_BEGUN: {
    cause: 'The video was asked for, but making it has not begun yet.',
    fix: 'Nothing to do: it is made as soon as its turn comes.',
  },
  BEING_MADE: {
    cause: 'It is being made now and goes out as soon as it is ready.',
    fix: 'Nothing to do: this usually takes 2 to 5 minutes.',
  },
  NEWS_LATE: {
    cause: 'Its time has come, but there is no news yet of what became of it.',
    fix: 'Nothing to do: it goes out by itself, and is shown here as soon as that is known.',
  },
  EARLIER_VIDEO_KEPT: {
    cause: 'The new video could not be made, so the earlier one is kept.',
    fix: 'Nothing to do: the earlier one goes out as planned.',
  },
} as const satisfies Readonly<Record<string, { readonly cause: string; readonly fix: string }>>;

export function wordsOf(code: keyof typeof causes): Why {
  const { cause, fix } = causes[code];
  return { code, message: cause, fix };
}
