import type { Sandbox } from '../../core/sandbox.ts';
import { googleError } from '../errors.ts';
import { settingsOf } from './video.ts';

interface Day {
  id: string;
  uploads: number;
  units: number;
}

export interface Quota {
  /** Counts an upload of the project's day. @throws 429 `rateLimitExceeded` when none is left */
  takeUpload(clientId: string): void;
  /** Counts units of the project's day. @throws 403 `quotaExceeded` */
  takeUnits(clientId: string, units: number): void;
}

/** The project's daily quotas. A day ends at midnight in California, on the product's clock. */
export function quotaOf({ store, clock }: Sandbox): Quota {
  const days = store.collection<Day>('youtube-quota');
  const today = (clientId: string): Day => {
    const id = `${clientId} ${clock.now().toLocaleDateString('en-CA', { timeZone: 'America/Los_Angeles' })}`;
    return days.get(id) ?? { id, uploads: 0, units: 0 };
  };
  return {
    takeUpload: (clientId) => {
      const day = today(clientId);
      if (day.uploads >= settingsOf(store).uploadsPerDay) {
        const message = `Quota exceeded for quota metric 'Video Uploads' and limit 'Video Uploads per day' of service 'youtube.googleapis.com' for consumer 'project_number:${clientId.split('-')[0]}'.`;
        throw googleError(429, 'rateLimitExceeded', message, { status: 'RESOURCE_EXHAUSTED' });
      }
      days.put({ ...day, uploads: day.uploads + 1 });
    },
    takeUnits: (clientId, units) => {
      const day = today(clientId);
      if (day.units + units > settingsOf(store).unitsPerDay) {
        throw googleError(
          403,
          'quotaExceeded',
          'The request cannot be completed because you have exceeded your quota.',
          {
            domain: 'youtube.quota',
          },
        );
      }
      days.put({ ...day, units: day.units + units });
    },
  };
}
