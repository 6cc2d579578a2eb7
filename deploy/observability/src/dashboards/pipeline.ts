import { board, buckets, lines, numbers } from '../panels.ts';

/** From the entry that is due to the post that is out. */
export const pipeline = board({
  uid: 'reelwright-pipeline',
  title: 'Reelwright: from entry to post',
  description: 'What is due, what waits, how long videos take, how posts end, and the events between the services.',
  rows: [
    {
      title: 'Due and waiting',
      panels: [
        lines({
          title: 'How long the oldest due work has waited',
          description: 'Nobody has claimed it. Limits: entries and posts 60 s, videos 600 s, uploads to Drive 300 s.',
          unit: 'seconds',
          queries: [
            ['max(scheduling_due_lag_seconds)', 'entries'],
            ['max(generation_due_lag_seconds)', 'videos'],
            ['max(publishing_due_lag_seconds)', 'posts'],
            ['max(drive_due_lag_seconds)', 'uploads to Drive'],
          ],
        }),
        lines({
          title: 'Length of the queues',
          description: 'Due, and not claimed by a worker.',
          unit: 'count',
          queries: [
            ['max(generation_waiting_jobs)', 'videos'],
            ['max(drive_waiting_uploads)', 'uploads to Drive'],
          ],
        }),
        lines({
          title: 'Due entries, by what became of them',
          description: 'Each second.',
          unit: 'perSecond',
          queries: [['sum by (outcome) (rate(scheduling_dispatched_total[$__rate_interval]))', '{{outcome}}']],
        }),
        numbers({
          title: 'Posts whose outcome is not known',
          description: 'A platform accepted them and did not answer.',
          unit: 'count',
          queries: [['max(publishing_unconfirmed_posts)', 'unconfirmed']],
        }),
        numbers({
          title: 'What may still be posted today',
          description: 'By all accounts together, where a platform limits the whole app.',
          unit: 'count',
          queries: [['max by (platform) (publishing_budget_left)', '{{platform}}']],
        }),
      ],
    },
    {
      title: 'Videos',
      panels: [
        lines({
          title: 'Videos made and failed',
          description: 'Within an hour, by cause.',
          unit: 'count',
          queries: [
            [
              'sum by (outcome, cause) (increase(generation_video_duration_seconds_count[1h]))',
              '{{outcome}} {{cause}}',
            ],
          ],
          width: 8,
        }),
        lines({
          title: 'Time from request to video',
          description: 'Median and 95th percentile of videos that were made. 10 minutes are promised.',
          unit: 'seconds',
          queries: [
            [
              'histogram_quantile(0.5, sum by (le) (rate(generation_video_duration_seconds_bucket{outcome="done"}[1h])))',
              'median',
            ],
            [
              'histogram_quantile(0.95, sum by (le) (rate(generation_video_duration_seconds_bucket{outcome="done"}[1h])))',
              '95th percentile',
            ],
          ],
          width: 8,
        }),
        lines({
          title: 'Time taken, divided by the estimate',
          description: 'Median and 95th percentile. 1 is what the page said, 2 took twice as long.',
          unit: 'count',
          queries: [
            ['histogram_quantile(0.5, sum by (le) (rate(generation_estimate_ratio_bucket[1h])))', 'median'],
            ['histogram_quantile(0.95, sum by (le) (rate(generation_estimate_ratio_bucket[1h])))', '95th percentile'],
          ],
          width: 8,
        }),
      ],
    },
    {
      title: 'Posts',
      panels: [
        lines({
          title: 'Ends of posts within an hour',
          description: 'By platform and outcome; totals of the database.',
          unit: 'count',
          queries: [
            [
              'sum by (platform, outcome) (increase(max by (platform, outcome, cause) (max_over_time(publishing_posts_ended_total[5m]))[1h:1m])) > 0',
              '{{platform}} {{outcome}}',
            ],
          ],
          width: 8,
        }),
        lines({
          title: 'Causes of posts that did not go out, within a day',
          description: 'Also those of their owners, such as a text that was refused.',
          unit: 'count',
          queries: [
            [
              'sum by (platform, cause) (increase(max by (platform, outcome, cause) (max_over_time(publishing_posts_ended_total{outcome=~"failed|missed"}[5m]))[1d:5m])) > 0',
              '{{platform}} {{cause}}',
            ],
          ],
          width: 8,
        }),
        lines({
          title: 'Share of posts on time within a day',
          description: 'At most 5 minutes late, of those that went out, failed or were missed.',
          unit: 'share',
          queries: [
            [
              'sum by (platform) (increase(platform:posts_on_time:total[1d])) / (sum by (platform) (increase(platform:posts_promised:total[1d])) > 0)',
              '{{platform}}',
            ],
          ],
          width: 8,
        }),
        buckets({
          title: 'Lateness of posts that went out',
          description: 'Posts within an hour by how late they were; up to 300 s are on time.',
          unit: 'seconds',
          queries: [
            [
              'sum by (le) (increase(max by (platform, le) (max_over_time(publishing_post_lateness_seconds_bucket[5m]))[1h:1m]))',
              '',
            ],
          ],
        }),
        lines({
          title: 'Requests that send bytes to a platform',
          description: 'Under way now, in all processes.',
          unit: 'count',
          queries: [['sum by (platform) (publishing_upload_streams)', '{{platform}}']],
        }),
      ],
    },
    {
      title: 'Events between services',
      panels: [
        lines({
          title: 'Age of the oldest event that Kafka does not have',
          description: 'By service. Above 30 s for 2 minutes it pages.',
          unit: 'seconds',
          queries: [['max by (service) (outbox_oldest_unpublished_seconds)', '{{service}}']],
        }),
        lines({
          title: 'Events that a group has not handled',
          description:
            'As of the last fetch that had events, by service and topic. It stands still while nothing is read.',
          unit: 'count',
          queries: [['sum by (service, topic) (consumer_lag_events)', '{{service}} {{topic}}']],
        }),
        lines({
          title: 'Dead letters and parked events within an hour',
          description: 'The first of a process is not seen by this line, but by the alert.',
          unit: 'count',
          queries: [
            [
              'sum by (service, type, outcome) (increase(consumer_events_total{outcome=~"dead|parked"}[1h])) > 0',
              '{{service}} {{type}}: {{outcome}}',
            ],
          ],
        }),
        lines({
          title: '95th percentile of the time to handle an event',
          description: 'By service.',
          unit: 'seconds',
          queries: [
            [
              'histogram_quantile(0.95, sum by (le, service) (rate(consumer_event_duration_seconds_bucket[$__rate_interval])))',
              '{{service}}',
            ],
          ],
        }),
      ],
    },
    {
      title: 'Partners',
      panels: [
        lines({
          title: 'Requests refused by a limit',
          description: 'Within an hour, by limit.',
          unit: 'count',
          queries: [['sum by (limit) (increase(external_api_refused_total[1h]))', '{{limit}}']],
        }),
        lines({
          title: 'Accounts that have used 80 % or more of a limit',
          description: 'Of this hour. The table rate_windows names them.',
          unit: 'count',
          queries: [['max by (limit) (external_api_accounts_near_limit)', '{{limit}}']],
        }),
      ],
    },
  ],
});
