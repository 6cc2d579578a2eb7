import { useQueryClient } from '@tanstack/react-query';

/** Asks again for every read of this screen that failed, not only for the one whose button was pressed. */
export function useAskFailed(): () => void {
  const client = useQueryClient();
  return () =>
    void client.refetchQueries({
      type: 'active',
      predicate: ({ state }) => state.status === 'error' || state.fetchFailureCount > 0,
    });
}
