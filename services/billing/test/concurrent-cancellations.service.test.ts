import { testConcurrentChanges } from './concurrent-changes.ts';

testConcurrentChanges('cancel', 'renew', 'interval');
