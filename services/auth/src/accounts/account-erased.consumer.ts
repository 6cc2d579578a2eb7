import { type AccountErased, events } from '@reelwright/contracts';
import { type EventHandler, on, type Subscription } from '@reelwright/kafka';
import type { AuthDatabase } from '../database.ts';
import { finishPart } from './receipt.repository.ts';

/** Marks a part of the receipt as finished when its service has erased its data. */
const recordErasedPart: EventHandler<AuthDatabase, AccountErased> = async (trx, { payload, occurredAt }) => {
  const { userId, service, items, erasedAt = occurredAt } = payload;
  await finishPart(trx, { userId, service, erased: items, at: erasedAt });
};

export const erasureSubscriptions = (): Subscription<AuthDatabase>[] => [on(events.AccountErased, recordErasedPart)];
