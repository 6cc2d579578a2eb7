/** The files that may write a table, by table, from the service's src. A service whose tables are named here has none else. */
export const writers: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
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
    // The dispatcher writes many at once; a test compares what it writes with what the repository does.
    due_entries: ['entries/entry.repository.ts', 'dispatch/dispatch-batch.ts'],
    scheduled_videos: ['entries/entry.repository.ts', 'dispatch/dispatch-batch.ts'],
    usage_accounts: ['usage/account.repository.ts', 'settings/configuration.repository.ts'],
    usage_ledger: ['usage/usage-ledger.repository.ts'],
    video_configurations: ['settings/configuration.repository.ts'],
    video_deliveries: ['timeline/timeline.repository.ts'],
    video_posts: ['timeline/timeline.repository.ts'],
    video_regenerations: ['regeneration/regeneration.repository.ts'],
    video_renders: ['timeline/timeline.repository.ts'],
  },
};
