import Type, { type TSchema } from 'typebox';
import {
  ACTIONS,
  GROUPS,
  NEXT_STEPS,
  POST_STATUSES,
  type PostStatus,
  VIDEO_STATUSES,
  type VideoStatus,
} from './status.ts';

const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

const common = {
  /** Null: not known. */
  since: nullable(Type.String()),
  late: Type.Boolean(),
  /** Null: nothing happens by itself, or it is not known when. */
  next: nullable(Type.Object({ step: Type.Enum([...NEXT_STEPS]), at: Type.String() })),
  /** What its owner can do, the first thing first. */
  actions: Type.Array(Type.Enum([...ACTIONS])),
};

export const PostStatusSchema = Type.Object({ state: Type.Enum([...POST_STATUSES]), ...common });

export const VideoStatusSchema = Type.Object({
  state: Type.Enum([...VIDEO_STATUSES]),
  /** Null: on the calendar only. */
  group: nullable(Type.Enum([...GROUPS])),
  needsOwner: Type.Boolean(),
  counted: Type.Integer(),
  posted: Type.Integer(),
  ...common,
});

/** A status as JSON: times in ISO 8601. */
export function describeStatus<Status extends PostStatus | VideoStatus>({ since, next, actions, ...status }: Status) {
  return {
    ...status,
    since: since?.toISOString() ?? null,
    next: next && { step: next.step, at: next.at.toISOString() },
    actions: [...actions],
  };
}
