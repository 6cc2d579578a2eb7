import { testConcurrentChanges } from './concurrent-changes.ts';

testConcurrentChanges('renew', 'interval');
