export {
  claimDue,
  type DueRows,
  dueIn,
  extendLease,
  type Lease,
  type LeaseColumns,
  LeaseLost,
  requireLease,
} from './claim.ts';
export { createWorker, type Worker } from './worker.ts';
