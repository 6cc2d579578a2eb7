/** This long before its post, a video goes ahead of videos requested later. */
const LEAD_MS = 3_600_000;

/** A job's place in the queue, the earliest first: an hour before its post, or its request if it posts at once. */
export function priorityAt(publishAt: Date | null, requestedAt: Date): Date {
  return publishAt && publishAt > requestedAt ? new Date(publishAt.getTime() - LEAD_MS) : requestedAt;
}
