/** Pure files of a package, the tests that must fail when they are changed, and the score that these tests must reach. */
export interface MutationTarget {
  readonly name: string;
  /** From the checkout's root. */
  readonly package: string;
  /** From the package's folder. */
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
  /** The share of mutants that must be killed, in percent. */
  readonly score: number;
}

export const targets: readonly MutationTarget[] = [
  {
    name: 'post',
    package: 'services/publishing',
    mutate: ['src/posts/post.ts', 'src/posts/step-outcome.ts', 'src/posts/decide.ts'],
    tests: ['src/posts/post.test.ts'],
    score: 75,
  },
  {
    name: 'connection',
    package: 'services/publishing',
    mutate: ['src/connections/connection.ts'],
    tests: ['src/connections/connection.test.ts'],
    score: 87,
  },
  {
    name: 'days',
    package: 'services/publishing',
    mutate: ['src/budgets/days.ts'],
    tests: ['src/budgets/days.test.ts'],
    score: 78,
  },
  {
    name: 'entry',
    package: 'services/scheduling',
    mutate: ['src/entries/entry.ts'],
    tests: ['src/entries/entry.test.ts'],
    score: 90,
  },
  {
    name: 'calendar',
    package: 'services/scheduling',
    mutate: ['src/calendar/*.ts', '!src/calendar/*.test.ts', '!src/calendar/format-date.ts'],
    tests: ['src/calendar/*.test.ts'],
    score: 75,
  },
  {
    name: 'plans',
    package: 'services/scheduling',
    mutate: ['src/plans/billing-month.ts', 'src/plans/pause-rules.ts', 'src/plans/plan-rules.ts'],
    tests: ['src/plans/*.test.ts'],
    score: 88,
  },
  {
    name: 'job',
    package: 'services/generation',
    mutate: ['src/jobs/job.ts'],
    tests: ['src/jobs/job.test.ts'],
    score: 98,
  },
  {
    name: 'upload',
    package: 'services/drive',
    mutate: ['src/uploads/upload.ts'],
    tests: ['src/uploads/upload.test.ts'],
    score: 100,
  },
  {
    name: 'subscription',
    package: 'services/billing',
    mutate: ['src/subscriptions/subscription.ts', 'src/subscriptions/calendar-months.ts'],
    tests: ['src/subscriptions/*.test.ts'],
    score: 83,
  },
  {
    name: 'session',
    package: 'services/auth',
    mutate: ['src/sessions/session.ts'],
    tests: ['src/sessions/session.test.ts'],
    score: 100,
  },
];
