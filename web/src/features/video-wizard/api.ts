import type { Platform, VideoState } from '@reelwright/product';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { codeOf, request } from '../../lib/api-client.ts';
import { isOutcomeUnknown } from '../../lib/write-problem.ts';

export interface Brand {
  name: string;
  occupation: string;
  feel: string;
  /** '#rrggbb' */
  colours: string[];
}

/** One entry as the server keeps it. Date and time are wall time in the entry's own zone, else in the configuration's. */
export interface SavedEntry {
  id: string;
  date: string;
  time: string;
  index: number;
  caption?: string | null;
  videoType?: string | null;
  platforms?: Platform[] | null;
  state: VideoState;
  locked: boolean;
  /** Why it does not simply go out, and what to do. */
  why?: { code: string; message: string; fix: string } | null;
  /** The zone it was saved in: a later switch of the configuration's zone leaves it. */
  timeZone?: string | null;
  /** Its instant. */
  publishAt?: string | null;
}

/** The answer of GET /api/video-configuration; `saved` is false while there are only defaults. */
export interface VideoConfiguration {
  saved: boolean;
  version: number;
  videoType: string;
  includeAudio: boolean;
  notes: string | null;
  brand: Partial<Brand> | null;
  timeZone: string | null;
  scheduledDates: SavedEntry[];
  videosPerMonth: number;
  usedThisMonth: number;
  folderUrl: string | null;
}

export interface EntryInput {
  id?: string;
  date: string;
  time: string;
  /** Null: as the whole configuration says. Left out: as it is. */
  caption?: string | null;
  videoType?: string | null;
  platforms?: Platform[] | null;
}

/** The body of POST /api/video-configurations: a diff against `version`. */
export interface ConfigurationInput {
  videoType: string;
  includeAudio: boolean;
  notes: string;
  scheduledDates: EntryInput[];
  brand?: Brand;
  timeZone?: string;
  version: number;
}

/** A post that a platform's daily limit puts on another day, as far as it can be foreseen. */
export interface SaveNotice {
  /** Of the entry, and its number on the calendar. */
  id: string;
  index: number;
  platform: Platform;
  code: string;
  /** The platform, the cause and the new time, in plain words. */
  message: string;
  goesOutAt: string;
}

export interface SaveAnswer {
  folderUrl: string | null;
  version: number;
  timeZone: string;
  scheduledDates: SavedEntry[];
  videoId?: string;
  notices?: SaveNotice[];
}

const key = ['/api/video-configuration'] as const;

export const configurationQuery = queryOptions({
  queryKey: key,
  queryFn: () => request<VideoConfiguration>('GET', '/api/video-configuration'),
});

/** POST /api/video-configurations. Configuration, account and videos are read again after it. */
export function useSaveConfiguration() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: ConfigurationInput) => request<SaveAnswer>('POST', '/api/video-configurations', input),
    onSuccess: async () => {
      client.invalidateQueries({ queryKey: ['/api/auth/user'] });
      client.invalidateQueries({ queryKey: ['/api/videos'] });
      await client.invalidateQueries({ queryKey: key });
    },
    onError: (error) => {
      if (isOutcomeUnknown(error)) {
        for (const queryKey of [['/api/auth/user'], ['/api/videos'], key]) void client.invalidateQueries({ queryKey });
      }
      // Someone saved in between: the newer version is read, and the draft, being a difference, lies over it.
      return codeOf(error) === 'CONFIGURATION_STALE' ? client.invalidateQueries({ queryKey: key }) : undefined;
    },
  });
}
