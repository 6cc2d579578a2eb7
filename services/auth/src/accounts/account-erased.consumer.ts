import { type AccountErased, events } from '@reelwright/contracts';
import { type EventHandler, on, type Subscription } from '@reelwright/kafka';
import type { AuthDatabase } from '../database.ts';
import { finishPart } from './receipt.repository.ts';

/** A service has erased all it held of a deleted account; the receipt says so. */
const notePart: EventHandler<AuthDatabase, AccountErased> = async (trx, { payload, occurredAt }) => {
  const { userId, service, items, erasedAt = occurredAt } = payload;
  await finishPart(trx, { userId, service, erased: items, at: erasedAt });
};

export const erasureSubscriptions = (): Subscription<AuthDatabase>[] => [on(events.AccountErased, notePart)];
