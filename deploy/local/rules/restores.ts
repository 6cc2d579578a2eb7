import type { Rule } from './rule.ts';

/** What a database restored to an older state must not do a second time. */
export const restoreRules: readonly Rule[] = [
  {
    id: 'decision 26',
    says: 'a commit that another state of the ledger announced is asked about, not made again',
    file: 'services/publishing/src/posting/reread-entry.ts',
    find: 'if (entry?.earlier) {',
    put: 'if (entry?.earlier && entry.userId === entry.videoId) {',
    test: 'services/publishing/test/restored.service.test.ts',
    named: 'learns from their announcements that they may be out',
  },
  {
    id: 'decision 26',
    says: 'a restored calendar asks for no video before it has caught up',
    file: 'services/scheduling/src/dispatch/dispatch-batch.ts',
    find: ' and ${databaseIsCurrent}',
    put: '',
    test: 'services/scheduling/test/restored.service.test.ts',
    named: 'a restored calendar requests no video before it has caught up',
  },
  {
    id: 'decision 26',
    says: 'a request whose row a restore took away has the same posts again',
    file: 'services/external-api/src/idempotency/idempotency.ts',
    find: '${requestIdOf(scope, realNow)}',
    put: '${crypto.randomUUID()}',
    test: 'services/external-api/test/idempotency.service.test.ts',
    named: 'has the same posts again when a restored database has forgotten it',
  },
];
