import { testConcurrentChanges } from './concurrent-changes.ts';

testConcurrentChanges('upgrade');
