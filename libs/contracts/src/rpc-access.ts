interface Rpc {
  /** The services that may call it. */
  readonly callers: readonly string[];
  /** It changes nothing: a client repeats it when the server was lost while it answered. */
  readonly isReadOnly?: boolean;
}

const rpcs: Readonly<Record<string, Rpc>> = {
  '/reelwright.auth.v1.AuthService/GetUser': {
    callers: ['billing', 'scheduling', 'drive', 'publishing'],
    isReadOnly: true,
  },
  '/reelwright.billing.v1.BillingService/GetEntitlement': {
    callers: ['auth', 'scheduling', 'generation', 'publishing', 'analytics'],
    isReadOnly: true,
  },
  '/reelwright.scheduling.v1.SchedulingService/GetUsage': { callers: ['auth'], isReadOnly: true },
  // With an announcement it writes.
  '/reelwright.scheduling.v1.SchedulingService/GetEntry': { callers: ['publishing'] },
  '/reelwright.scheduling.v1.SchedulingService/AnnouncePost': { callers: ['publishing'] },
  '/reelwright.generation.v1.GenerationService/GetVideos': {
    callers: ['scheduling', 'publishing'],
    isReadOnly: true,
  },
  '/reelwright.drive.v1.DriveService/GetFolder': { callers: ['scheduling'], isReadOnly: true },
  '/reelwright.publishing.v1.PublishingService/ListConnections': {
    callers: ['external-api', 'scheduling'],
    isReadOnly: true,
  },
  '/reelwright.publishing.v1.PublishingService/PublishVideo': { callers: ['external-api'] },
  '/reelwright.publishing.v1.PublishingService/GetPost': { callers: ['external-api'], isReadOnly: true },
  '/reelwright.publishing.v1.PublishingService/ForecastPosts': { callers: ['scheduling'], isReadOnly: true },
};

/** Which service may call which rpc. A caller that is not listed is rejected with PERMISSION_DENIED. */
export const rpcAccess: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(rpcs).map(([path, { callers }]) => [path, callers]),
);

/** The rpcs that a client may repeat although a server may have processed them. */
export const readOnlyRpcs: ReadonlySet<string> = new Set(Object.keys(rpcs).filter((path) => rpcs[path]?.isReadOnly));
