import { memberOf } from './closed-set.ts';

/** How long a partner's uploaded video is kept: less than the 24 hours of the privacy policy, which leaves time to erase it. */
export const partnerFileHours = 23;

interface ActionFacts {
  /** Refused without a plan that posts. */
  readonly needsPlan: boolean;
}

const actionTable = {
  /** Sends a post that ended without success again. */
  retry: { needsPlan: true },
  /** Asks the platform now about a post whose outcome is not known. */
  check: { needsPlan: false },
} as const satisfies Record<string, ActionFacts>;

/** What a post's owner can request: POST /api/videos/{id}/posts/{platform}/<action>. */
export type PostAction = keyof typeof actionTable;
export const postActionFacts: Readonly<Record<PostAction, ActionFacts>> = actionTable;
export const postActions = Object.keys(actionTable) as readonly PostAction[];

export const isPostAction = memberOf(postActions);

interface StateFacts {
  /**
   * - uncommitted: nothing has been committed, and everything can still be undone.
   * - handed_over: committed, and not known to be out.
   * - ended: it ended without a post.
   */
  readonly phase: 'uncommitted' | 'handed_over' | 'posted' | 'ended';
  /** The commit's call was answered or its end is unknown: only the platform knows the outcome. */
  readonly isUndecided: boolean;
  /** It does not go on before its owner acts. */
  readonly needsOwner: boolean;
  /** What its owner can request in this state. */
  readonly action: PostAction | null;
  /** What its owner sees. The status of an uncommitted post also depends on its connection and its time. */
  readonly status: string;
}

const stateTable = {
  waiting: { phase: 'uncommitted', isUndecided: false, needsOwner: false, action: null, status: 'scheduled' },
  staging: { phase: 'uncommitted', isUndecided: false, needsOwner: false, action: null, status: 'scheduled' },
  staged: { phase: 'uncommitted', isUndecided: false, needsOwner: false, action: null, status: 'scheduled' },
  going_out: { phase: 'handed_over', isUndecided: false, needsOwner: false, action: null, status: 'going_out' },
  processing: { phase: 'handed_over', isUndecided: true, needsOwner: false, action: null, status: 'processing' },
  unconfirmed: { phase: 'handed_over', isUndecided: true, needsOwner: true, action: 'check', status: 'unconfirmed' },
  posted: { phase: 'posted', isUndecided: false, needsOwner: false, action: null, status: 'posted' },
  failed: { phase: 'ended', isUndecided: false, needsOwner: true, action: 'retry', status: 'failed' },
  missed: { phase: 'ended', isUndecided: false, needsOwner: true, action: 'retry', status: 'missed' },
  cancelled: { phase: 'ended', isUndecided: false, needsOwner: false, action: null, status: 'cancelled' },
  no_connection: { phase: 'ended', isUndecided: false, needsOwner: false, action: 'retry', status: 'not_connected' },
} as const satisfies Record<string, StateFacts>;

/** The states of a video's post to one platform. */
export type PostState = keyof typeof stateTable;
export const postStates = Object.keys(stateTable) as readonly PostState[];

/** What follows from each state. All groups of states are derived from it. */
export const postStateFacts: Readonly<Record<PostState, StateFacts & { readonly status: PostStateStatus }>> =
  stateTable;

export type PostStateStatus = (typeof stateTable)[PostState]['status'];
export const postStateStatuses = [...new Set(postStates.map((state) => stateTable[state].status))];

export const isPostState = memberOf(postStates);

const statesWhere = (holds: (facts: StateFacts) => boolean): readonly PostState[] =>
  postStates.filter((state) => holds(stateTable[state]));

export const uncommittedStates = statesWhere(({ phase }) => phase === 'uncommitted');
export const handedOverStates = statesWhere(({ phase }) => phase === 'handed_over');
export const needsOwnerStates = statesWhere(({ needsOwner }) => needsOwner);
export const undecidedStates = statesWhere(({ isUndecided }) => isUndecided);
export const endedStates = statesWhere(({ phase }) => phase === 'ended');

/** It may still go out, and is not only waiting for the platform to be asked about it. */
export const aheadStates = statesWhere(
  ({ phase, needsOwner }) => phase === 'uncommitted' || (phase === 'handed_over' && !needsOwner),
);

/** Whether a post's owner may request the action. */
export const allowsAction = (state: PostState, action: PostAction): boolean => stateTable[state].action === action;

/** The actions of the account's owner that posts on a platform wait for. */
export const postNeeds = ['reconnect', 'setting'] as const;
export type PostNeed = (typeof postNeeds)[number];
