import { priorityAt } from './priority.ts';

const NOON = new Date('2026-11-22T12:00:00Z');
const at = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);

it('orders jobs by an hour before the post, or by the request without a future time', () => {
  expect(priorityAt(at(90), NOON)).toEqual(at(30));
  expect(priorityAt(at(30), NOON)).toEqual(at(-30));
  for (const publishAt of [null, NOON, at(-60)]) expect(priorityAt(publishAt, NOON)).toEqual(NOON);
});
