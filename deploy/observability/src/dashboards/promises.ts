import { board, lines, numbers } from '../panels.ts';

/** Whether what was promised is kept: decision 54. */
export const promises = board({
  uid: 'reelwright-promises',
  title: 'Reelwright: promises',
  description:
    'What is kept of each promise, what is left of its budget, and how fast it is spent. Targets: decision 54.',
  from: 'now-7d',
  rows: [
    {
      title: 'The last 30 days',
      panels: [
        numbers({
          title: 'Kept in the last 30 days',
          description:
            'The share of events that kept the promise, of the 30 days before now or of what Prometheus keeps.',
          unit: 'share',
          queries: [['1 - promise:failed:ratio30d', '{{promise}}']],
          width: 12,
        }),
        numbers({
          title: 'Left of the budget',
          description: 'What may still fail, as a share of what may fail in 30 days. Below 0 the promise is broken.',
          unit: 'share',
          queries: [['promise:budget_left:ratio', '{{promise}}']],
          width: 12,
        }),
        lines({
          title: 'Left of the budget, over time',
          description: 'A budget grows again as failures become older than 30 days.',
          unit: 'share',
          signed: true,
          queries: [['promise:budget_left:ratio', '{{promise}}']],
          width: 24,
        }),
      ],
    },
    {
      title: 'How fast budgets are spent',
      panels: [
        lines({
          title: 'Burn rate of the last hour',
          description: '1 spends a budget in exactly 30 days. Above 14.4, also for 5 minutes, it pages.',
          unit: 'count',
          queries: [['promise:burn:rate1h', '{{promise}}']],
        }),
        lines({
          title: 'Burn rate of the last 6 hours',
          description: 'Above 6, also for 30 minutes, it pages.',
          unit: 'count',
          queries: [['promise:burn:rate6h', '{{promise}}']],
        }),
        lines({
          title: 'Burn rate of the last day',
          description: 'Above 3, also for 2 hours, it opens a ticket.',
          unit: 'count',
          queries: [['promise:burn:rate1d', '{{promise}}']],
        }),
        lines({
          title: 'Burn rate of the last 3 days',
          description: 'Above 1, also for 6 hours, it opens a ticket.',
          unit: 'count',
          queries: [['promise:burn:rate3d', '{{promise}}']],
        }),
      ],
    },
    {
      title: 'Events',
      panels: [
        lines({
          title: 'Events',
          description: 'Posts that ended, videos that ended, reads, and requests of partners to post, each second.',
          unit: 'perSecond',
          queries: [['promise:events:rate5m', '{{promise}}']],
        }),
        lines({
          title: 'Events that failed the promise',
          description: 'Of these, the ones that were late or did not succeed.',
          unit: 'perSecond',
          queries: [['promise:failed:rate5m', '{{promise}}']],
        }),
      ],
    },
  ],
});
