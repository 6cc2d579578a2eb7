import { holdCauses } from './causes.ts';

/** The states of an entry that the calendar itself decides. */
export const entryStates = ['planned', 'requested', 'paused', 'missed', 'cancelled'] as const;
export type EntryState = (typeof entryStates)[number];

/** The states of a video that people see. */
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

/** Nothing has been committed, and nothing keeps the video from going out. */
export const upcomingStates: readonly VideoState[] = ['planned', 'requested', 'rendering', 'ready'];

/** The states of one stage of a video: its rendering, or its delivery to Drive. */
export const stageStates = ['waiting', 'running', 'done', 'failed'] as const;
export type StageState = (typeof stageStates)[number];

/** How far a render is, as its events report it. */
export const renderStages = ['queued', 'rendering', 'checking', 'waiting'] as const;
export type RenderStage = (typeof renderStages)[number];

/** Why an entry is paused. */
export const pauseCauses = ['ENTRY_PAUSED', 'ENTRY_AFTER_PLAN', 'ENTRY_UNPAID', 'ENTRY_NO_PLAN'] as const;
export type PauseCause = (typeof pauseCauses)[number];

/** Causes in the calendar itself that stop or delay an entry. */
export const entryCauses = [
  ...pauseCauses,
  ...holdCauses,
  'MISSED_WHILE_PAUSED',
  'PLAN_ENDS_BEFORE',
  'ENTRY_MISSED',
  'ENTRY_LOCKED',
  'RENDER_NOT_BEGUN',
  'BEING_MADE',
  'NEWS_LATE',
  'EARLIER_VIDEO_KEPT',
] as const;
export type EntryCause = (typeof entryCauses)[number];
