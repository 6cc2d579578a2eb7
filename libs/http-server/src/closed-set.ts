import Type, { type TUnsafe } from 'typebox';

/** A schema for the members of a closed set. */
export const oneOf = <Member extends string>(members: readonly Member[]): TUnsafe<Member> =>
  Type.Unsafe<Member>({ type: 'string', enum: [...members] });

/** A schema for the members of a closed set, or null. */
export const oneOfOrNull = <Member extends string>(
  members: readonly Member[],
  description?: string,
): TUnsafe<Member | null> =>
  Type.Unsafe<Member | null>({
    type: ['string', 'null'],
    enum: [...members, null],
    ...(description !== undefined && { description }),
  });
