export {
  type Backlog,
  claimDue,
  extendLease,
  type Lease,
  type LeaseColumns,
  LeaseLost,
  requireLease,
} from './claim.ts';
export { type HeldLease, holdLease } from './hold.ts';
export { createQueue, type Queue } from './queue.ts';
export { createWorker, type Worker } from './worker.ts';
