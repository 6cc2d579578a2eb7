/** Which service may call which rpc. A caller that is not listed is rejected with PERMISSION_DENIED. */
export const rpcAccess: Readonly<Record<string, readonly string[]>> = {
  '/reelwright.auth.v1.AuthService/GetUser': ['billing', 'scheduling', 'drive', 'publishing', 'external-api'],
  '/reelwright.billing.v1.BillingService/GetEntitlement': ['auth', 'scheduling', 'publishing'],
  '/reelwright.scheduling.v1.SchedulingService/GetUsage': ['auth'],
  '/reelwright.scheduling.v1.SchedulingService/GetEntry': ['publishing'],
  '/reelwright.scheduling.v1.SchedulingService/AnnouncePost': ['publishing'],
  '/reelwright.generation.v1.GenerationService/GetVideos': ['scheduling', 'publishing'],
  '/reelwright.drive.v1.DriveService/GetFolder': ['scheduling'],
  '/reelwright.publishing.v1.PublishingService/ListConnections': ['external-api', 'scheduling'],
  '/reelwright.publishing.v1.PublishingService/PublishVideo': ['external-api'],
  '/reelwright.publishing.v1.PublishingService/GetPost': ['external-api'],
  '/reelwright.publishing.v1.PublishingService/ForecastPosts': ['scheduling'],
};
