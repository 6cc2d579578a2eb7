export const connectionStates = ['connected', 'needs_reconnect', 'disconnected'] as const;
export type ConnectionState = (typeof connectionStates)[number];

/** The states that people and partners see: a disconnected account is `none`. */
export const shownConnectionStates = ['none', 'connected', 'needs_reconnect'] as const;
export type ShownConnectionState = (typeof shownConnectionStates)[number];

/** How far a platform is switched on: not at all, against the sandbox, for private posts, for everyone. */
export const platformLevels = ['off', 'sandbox', 'private-only', 'live'] as const;
export type PlatformLevel = (typeof platformLevels)[number];
