import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate, formatDayAndTime } from '../../lib/format-date.ts';
import { writeProblem } from '../../lib/write-problem.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Row, RowSection, Rows } from '../../ui/rows.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { type ApiKeyStatus, apiKeyQuery, useGenerateApiKey, useRevokeApiKey } from './api.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';

const purpose = 'With an API key, other programs can post videos to your connected platforms.';
const generateWords = { fallback: 'Failed to generate API key', effect: 'a new key was created' };
const revokeWords = { fallback: 'Failed to revoke API key', effect: 'your key was revoked' };

/** Creates, replaces and revokes the API key, with which other programs post to the connected platforms. */
export function ApiAccessSection() {
  const { data, isError, refetch, isFetching } = useQuery(apiKeyQuery);
  return (
    <RowSection title="API access">
      {data ? (
        <KeyControls status={data} />
      ) : isError ? (
        <LoadError
          title="Your API key did not load"
          text="Your existing key still works. Only this part could not load."
          onRetry={() => refetch()}
          busy={isFetching}
        />
      ) : (
        <Loading text="Loading your API key...">
          <Skeleton width="70%" />
        </Loading>
      )}
    </RowSection>
  );
}

function KeyControls({ status }: { status: ApiKeyStatus }) {
  const [confirming, setConfirming] = useState<'replace' | 'revoke' | null>(null);
  const generate = useGenerateApiKey();
  const revoke = useRevokeApiKey();
  const toast = useToast();
  const create = () =>
    generate.mutate(undefined, {
      onError: (error) => toast({ tone: 'bad', title: 'Error', ...writeProblem(error, generateWords) }),
      onSettled: () => setConfirming(null),
    });
  const end = () =>
    revoke.mutate(undefined, {
      onSuccess: () => toast({ tone: 'ok', title: 'API Key Revoked' }),
      onError: (error) => toast({ tone: 'bad', title: 'Error', ...writeProblem(error, revokeWords) }),
      onSettled: () => setConfirming(null),
    });
  const close = () => {
    generate.reset();
    toast({ tone: 'ok', title: 'API Key Generated' });
  };
  return (
    <>
      <Rows>
        {status.hasKey ? (
          <>
            <Row
              label="Key"
              action={
                <Button size="small" tone="danger" onClick={() => setConfirming('revoke')}>
                  Revoke
                </Button>
              }
            >
              <code>{status.prefix ?? ''}…</code>
            </Row>
            <Row
              label="Created"
              action={
                <Button size="small" busy={generate.isPending} onClick={() => setConfirming('replace')}>
                  Create a new key
                </Button>
              }
            >
              {status.createdAt ? formatDate(status.createdAt) : 'Not set'}
            </Row>
            <Row label="Last used">{status.lastUsedAt ? formatDayAndTime(status.lastUsedAt) : 'Never'}</Row>
          </>
        ) : (
          <Row
            label="Key"
            action={
              <Button size="small" busy={generate.isPending} onClick={create}>
                Create API key
              </Button>
            }
          >
            You have no API key.
            <p className="small muted">{purpose}</p>
          </Row>
        )}
      </Rows>
      {confirming === 'replace' ? (
        <ConfirmDialog
          title="Create a new key?"
          text="Your present key stops working immediately. Programs that use it need the new one."
          action="Create a new key"
          safe="Keep the present key"
          busy={generate.isPending}
          onConfirm={create}
          onClose={() => setConfirming(null)}
        />
      ) : null}
      {confirming === 'revoke' ? (
        <ConfirmDialog
          title="Revoke the API key?"
          text="It stops working immediately. Programs that use it can no longer post."
          action="Revoke"
          safe="Keep the key"
          busy={revoke.isPending}
          onConfirm={end}
          onClose={() => setConfirming(null)}
        />
      ) : null}
      {generate.data ? <NewKeyDialog apiKey={generate.data.apiKey} onClose={close} /> : null}
    </>
  );
}
