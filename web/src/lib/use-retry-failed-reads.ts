import { useQueryClient } from '@tanstack/react-query';

/** Returns a function that retries all failed reads of the screen, not only the one whose button was pressed. */
export function useRetryFailedReads(): () => void {
  const client = useQueryClient();
  return () =>
    void client.refetchQueries({
      type: 'active',
      predicate: ({ state }) => state.status === 'error' || state.fetchFailureCount > 0,
    });
}
