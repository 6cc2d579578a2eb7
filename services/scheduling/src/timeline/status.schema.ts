import { nullable, oneOf, oneOfOrNull } from '@reelwright/http-server';
import Type from 'typebox';
import {
  ACTIONS,
  GROUPS,
  NEXT_STEPS,
  POST_STATUSES,
  type PostStatus,
  VIDEO_STATUSES,
  type VideoStatus,
} from './status.ts';

const common = {
  since: nullable(Type.String(), 'Since when it is in this state; null where that is not known.'),
  late: Type.Boolean(),
  needsOwner: Type.Boolean({ description: 'Nothing more happens by itself to it, or to one of its posts.' }),
  next: nullable(
    Type.Object({ step: oneOf(NEXT_STEPS), at: Type.String() }),
    'What happens next by itself; null where nothing does, or it is not known when.',
  ),
  actions: Type.Array(oneOf(ACTIONS), { description: 'What its owner can do, the first thing first.' }),
};

export const PostStatusSchema = Type.Object({ state: oneOf(POST_STATUSES), ...common });

export const VideoStatusSchema = Type.Object({
  state: oneOf(VIDEO_STATUSES),
  group: oneOfOrNull(GROUPS, 'The part of the list of videos it belongs to; null for an entry of the calendar only.'),
  counted: Type.Integer({
    description: 'How many posts are to go out: not those that were cancelled or have no account.',
  }),
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
