import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../lib/api-client.ts';
import { formatDate } from '../../lib/format-date.ts';
import { LoadError } from '../../ui/load-error.tsx';
import { Note } from '../../ui/note.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { metaDeletionQuery } from './api.ts';

/** The progress of a deletion requested in the settings of Facebook or Instagram. */
export function MetaStatus({ code }: { code: string }) {
  const { data, error, refetch, isFetching } = useQuery(metaDeletionQuery(code));
  if (data) {
    const finished = data.state === 'completed';
    return (
      <div role="status">
        <Note
          tone={finished ? 'ok' : 'warn'}
          title={finished ? 'Your data was deleted.' : 'Your data is being deleted.'}
        >
          {data.message} Requested at Facebook or Instagram on {formatDate(data.requestedAt)}; confirmation code {code}.
        </Note>
      </div>
    );
  }
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Note tone="warn" title="There is no such deletion request.">
        Check that the confirmation code is complete: {code}
      </Note>
    );
  }
  return error ? (
    <LoadError
      title="The deletion request did not load"
      text="The deletion continues. Only this page could not load."
      onRetry={() => refetch()}
      busy={isFetching}
    />
  ) : (
    <Loading text="Loading the deletion request...">
      <Skeleton width="70%" height="1.75rem" />
    </Loading>
  );
}
