import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { codeOf, request } from '../../lib/api-client.ts';
import type { Answer, Body } from '../../lib/contract.ts';
import { isOutcomeUnknown } from '../../lib/write-problem.ts';

/** What the server keeps; `saved` is false while there are only defaults. */
export type VideoConfiguration = Answer<'GET', '/api/video-configuration'>;
export type Brand = VideoConfiguration['brand'];

/** A diff against `version`. */
export type ConfigurationInput = Body<'POST', '/api/video-configurations'>;
export type SaveAnswer = Answer<'POST', '/api/video-configurations'>;
export type SaveNotice = SaveAnswer['notices'][number];

const key = ['/api/video-configuration'] as const;

export const configurationQuery = queryOptions({
  queryKey: key,
  queryFn: () => request('GET', '/api/video-configuration'),
});

/** POST /api/video-configurations. Configuration, account and videos are read again after it. */
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
      // Someone saved in between: the newer version is read, and the draft, being a difference, lies over it.
      return codeOf(error) === 'CONFIGURATION_STALE' ? client.invalidateQueries({ queryKey: key }) : undefined;
    },
  });
}
