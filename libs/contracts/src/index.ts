export type { EntryContent, EntryField } from './entry-content.ts';
export { type EventType, encodeJson, events, findEventType } from './events.ts';
export {
  AccountErased,
  UserDeleted,
  UserProfileChanged,
  UserRegistered,
} from './generated/reelwright/auth/v1/auth_events.ts';
export {
  AuthServiceClient,
  type AuthServiceServer,
  AuthServiceService,
  GetUserRequest,
  GetUserResponse,
} from './generated/reelwright/auth/v1/auth_service.ts';
export {
  PaymentRefunded,
  PaymentSucceeded,
  SubscriptionChanged,
} from './generated/reelwright/billing/v1/billing_events.ts';
export {
  BillingServiceClient,
  type BillingServiceServer,
  BillingServiceService,
  GetEntitlementRequest,
  GetEntitlementResponse,
} from './generated/reelwright/billing/v1/billing_service.ts';
export { VideoDelivered, VideoDeliveryFailed } from './generated/reelwright/drive/v1/drive_events.ts';
export {
  DriveServiceClient,
  type DriveServiceServer,
  DriveServiceService,
  GetFolderRequest,
  GetFolderResponse,
} from './generated/reelwright/drive/v1/drive_service.ts';
export {
  VideoFailed,
  VideoGenerated,
  VideoProgressed,
} from './generated/reelwright/generation/v1/generation_events.ts';
export {
  GenerationServiceClient,
  type GenerationServiceServer,
  GenerationServiceService,
  GetVideosRequest,
  GetVideosResponse,
  PendingVideo,
  Video,
} from './generated/reelwright/generation/v1/generation_service.ts';
export {
  ConnectionChanged,
  ConnectionEndApproached,
  PostCauseData,
  PostedEntry,
  PostMeasured,
  PostStateChanged,
} from './generated/reelwright/publishing/v1/publishing_events.ts';
export {
  Connection,
  type ForecastPost,
  ForecastPostsRequest,
  ForecastPostsResponse,
  GetPostRequest,
  GetPostResponse,
  ListConnectionsRequest,
  ListConnectionsResponse,
  Post,
  PublishingServiceClient,
  type PublishingServiceServer,
  PublishingServiceService,
  PublishVideoRequest,
  PublishVideoResponse,
  type RefusedPost,
} from './generated/reelwright/publishing/v1/publishing_service.ts';
export {
  Brand,
  ConfigurationSaved,
  EntryReview,
  PostingRules,
  PostingRulesChanged,
  VideoCancelled,
  VideoRequested,
  VideoRescheduled,
  VideoReviewed,
  VideosRegenerated,
} from './generated/reelwright/scheduling/v1/scheduling_events.ts';
export {
  Announcement,
  AnnouncePostRequest,
  AnnouncePostResponse,
  GetEntryRequest,
  GetEntryResponse,
  GetUsageRequest,
  GetUsageResponse,
  SchedulingServiceClient,
  type SchedulingServiceServer,
  SchedulingServiceService,
} from './generated/reelwright/scheduling/v1/scheduling_service.ts';
export { readOnlyRpcs, rpcAccess } from './rpc-access.ts';
export { deadLetterTopic, type Topic, topics } from './topics.ts';
