import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { codeOf, request } from '../../lib/api-client.ts';
import type { Answer, Body } from '../../lib/contract.ts';
import { isOutcomeUnknown } from '../../lib/write-problem.ts';

/** The stored configuration; `saved` is false while it has only defaults. */
export type VideoConfiguration = Answer<'GET', '/api/video-configuration'>;
export type Brand = VideoConfiguration['brand'];

/** The difference to the stored configuration of this `version`. */
export type ConfigurationInput = Body<'POST', '/api/video-configurations'>;
/** The settings of a configuration: what a save sends, without the calendar. */
export type Settings = Omit<Pick<VideoConfiguration, keyof ConfigurationInput>, 'scheduledDates' | 'version'>;
export type SaveAnswer = Answer<'POST', '/api/video-configurations'>;
export type SaveNotice = SaveAnswer['notices'][number];

const key = ['/api/video-configuration'] as const;

export const configurationQuery = queryOptions({
  queryKey: key,
  queryFn: () => request('GET', '/api/video-configuration'),
});

/** GET /api/calendar-forecast: what can be foreseen of the posts of this version of the calendar. */
export const forecastQuery = (version: number) =>
  queryOptions({
    queryKey: ['/api/calendar-forecast', version],
    queryFn: () => request('GET', '/api/calendar-forecast'),
    // The accounts may have changed on another screen.
    refetchOnMount: 'always',
  });

/** POST /api/video-configurations, then reads configuration, user and videos again. */
export function useSaveConfiguration() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: ConfigurationInput) => request('POST', '/api/video-configurations', { body: input }),
    onSuccess: async () => {
      client.invalidateQueries({ queryKey: ['/api/auth/user'] });
      client.invalidateQueries({ queryKey: ['/api/videos'] });
      await client.invalidateQueries({ queryKey: key });
    },
    onError: (error) => {
      if (isOutcomeUnknown(error)) {
        for (const queryKey of [['/api/auth/user'], ['/api/videos'], key]) void client.invalidateQueries({ queryKey });
      }
      // The configuration was saved elsewhere meanwhile: the newer version is read, and the draft is applied to it.
      return codeOf(error) === 'CONFIGURATION_STALE' ? client.invalidateQueries({ queryKey: key }) : undefined;
    },
  });
}
