/** The files that may write a table, by table, from the service's src. A service whose tables are named here has none else. */
export const writers: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'services/generation': {
    deleted_users: ['users/deleted-users.ts'],
    generation_jobs: ['jobs/job.repository.ts'],
  },
  'services/publishing': {
    data_deletions: ['accounts/data-deletion.repository.ts'],
    deleted_users: ['users/deleted-users.ts'],
    entitlements: ['entitlements/entitlements.ts'],
    oauth_states: ['connections/oauth-states.ts'],
    platform_budgets: ['budgets/budget.repository.ts'],
    post_attempts: ['posts/attempt.repository.ts'],
    post_targets: ['posts/post.repository.ts'],
    social_connections: ['connections/connections.repository.ts'],
    videos: ['videos/videos.repository.ts'],
  },
  'services/scheduling': {
    announced_posts: ['entries/announcements.ts'],
    due_entries: ['entries/entry.repository.ts'],
    scheduled_videos: ['entries/entry.repository.ts'],
    usage_accounts: ['plans/account.repository.ts'],
    usage_ledger: ['entries/usage-ledger.repository.ts'],
    video_configurations: ['settings/configuration.repository.ts'],
    video_deliveries: ['timeline/timeline.repository.ts'],
    video_posts: ['timeline/timeline.repository.ts'],
    video_regenerations: ['regeneration/regeneration.repository.ts'],
    video_renders: ['timeline/timeline.repository.ts'],
  },
};
