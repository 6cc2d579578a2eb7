/** What the calendar itself decides about an entry. */
export const entryStates = ['planned', 'requested', 'paused', 'missed', 'cancelled'] as const;
export type EntryState = (typeof entryStates)[number];

/** Where a video stands in one word, as people are shown it. */
export const videoStates = [
  'planned',
  'requested',
  'rendering',
  'ready',
  'going_out',
  'posted',
  'failed',
  'missed',
  'paused',
] as const;
export type VideoState = (typeof videoStates)[number];

/** Nothing has been committed for it, and nothing keeps it from going out. */
export const upcomingStates: readonly VideoState[] = ['planned', 'requested', 'rendering', 'ready'];

/** Where one stage of a video stands: its rendering, or its delivery to Drive. */
export const stageStates = ['waiting', 'running', 'done', 'failed'] as const;
export type StageState = (typeof stageStates)[number];

/** How far a render is, as its events report it. */
export const renderStages = ['queued', 'rendering', 'checking', 'waiting'] as const;
export type RenderStage = (typeof renderStages)[number];

/** Why an entry is paused. */
export const pauseCauses = ['ENTRY_PAUSED', 'ENTRY_AFTER_PLAN', 'ENTRY_UNPAID', 'ENTRY_NO_PLAN'] as const;
export type PauseCause = (typeof pauseCauses)[number];

/** Why an entry does not simply take its course, where the calendar itself is the cause. */
export const entryCauses = [
  ...pauseCauses,
  'PLAN_ENDS_BEFORE',
  'ENTRY_MISSED',
  'ENTRY_LOCKED',
  'RENDER_NOT_BEGUN',
  'BEING_MADE',
  'NEWS_LATE',
  'EARLIER_VIDEO_KEPT',
] as const;
export type EntryCause = (typeof entryCauses)[number];
