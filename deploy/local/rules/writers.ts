/** The files that may write a table, by table, from the service's src. A service whose tables are named here has none else. */
export const writers: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'services/analytics': {
    configurations: ['videos/video.repository.ts'],
    connections: ['social/connection.repository.ts'],
    deleted_users: ['users/user.repository.ts'],
    page_view_days: ['page-views/page-view.repository.ts'],
    page_views: ['page-views/page-view.repository.ts'],
    payments: ['plans/plan.repository.ts'],
    posts: ['videos/video.repository.ts'],
    refunds: ['plans/plan.repository.ts'],
    regenerations: ['videos/video.repository.ts'],
    renders: ['videos/video.repository.ts'],
    subscriptions: ['plans/plan.repository.ts'],
    users: ['users/user.repository.ts'],
    videos: ['videos/video.repository.ts'],
  },
  'services/drive': {
    drive_folders: ['folders/folder.repository.ts'],
    drive_uploads: ['uploads/upload.repository.ts'],
    drive_videos: ['videos/video.repository.ts'],
  },
  'services/publishing': {
    platform_budgets: ['budgets/budget.repository.ts', 'budgets/prune-days.ts'],
    post_attempts: ['posts/attempt.repository.ts'],
    post_targets: ['posts/post.repository.ts'],
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
