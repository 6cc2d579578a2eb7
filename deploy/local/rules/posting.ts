import type { Rule } from './rule.ts';

/** Rules that keep a video from being uploaded or posted twice, or at the wrong time. */
export const postingRules: readonly Rule[] = [
  {
    id: 'decision 11',
    says: 'a commit with an unknown outcome is not repeated while its call may still run',
    file: 'services/publishing/src/posts/step-outcome.ts',
    find: "step === 'reconcile' && sinceIntentMs < inFlightMs",
    put: "step === 'reconcile' && sinceIntentMs < 0",
    test: 'services/publishing/src/posts/post.test.ts',
    named: "the answer 'it never arrived' is not final while a call may be under way",
  },
  {
    id: 'drive README',
    says: 'an upload stores the id of its file before it sends anything',
    file: 'services/drive/src/uploads/send-file.ts',
    find: "await save({ type: 'file_reserved', folderId, fileId });",
    put: '',
    test: 'services/drive/test/crashes.service.test.ts',
    named: 'leaves one file',
  },
  {
    id: 'specification 5',
    says: 'an entry is at least 30 minutes ahead',
    file: 'services/scheduling/src/calendar/slot-rules.ts',
    find: 'if (instant.getTime() < now.getTime() + LEAD_MS)',
    put: 'if (instant.getTime() < now.getTime())',
    test: 'services/scheduling/src/calendar/slot-rules.test.ts',
    named: 'is at least 30 minutes ahead, and the refusal names the earliest one',
  },
];
