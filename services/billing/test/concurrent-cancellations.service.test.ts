import { testConcurrentChanges } from './concurrent-changes.ts';

testConcurrentChanges('cancel');
