import { type AccountErased, events } from '@reelwright/contracts';
import { type EventHandler, on, type Subscription } from '@reelwright/kafka';
import type { AuthDatabase } from '../database.ts';
import { finishPart } from './receipt.repository.ts';

/** A service has erased its part of a deleted account: finishes that part of the receipt. */
const notePart: EventHandler<AuthDatabase, AccountErased> = async (trx, { payload, occurredAt }) => {
  const { userId, service, items, erasedAt = occurredAt } = payload;
  await finishPart(trx, { userId, service, erased: items, at: erasedAt });
};

export const erasureSubscriptions = (): Subscription<AuthDatabase>[] => [on(events.AccountErased, notePart)];
