import { useState } from 'react';
import type { CurrentUser } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Note } from '../../ui/note.tsx';
import { Ticks } from '../../ui/ticks.tsx';
import { useToast } from '../../ui/toast.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { dataPartName, dataParts } from './parts.ts';
import { useDataDownload } from './use-data-download.ts';

/** Downloads everything Reelwright stores about the user, or deletes the account. */
export function YourDataCard({ user }: { user: CurrentUser }) {
  const [deleting, setDeleting] = useState(false);
  return (
    <Card title="Your data">
      <p className="muted">Everything we store about you in one JSON file, without passwords and access keys.</p>
      <DataDownload />
      <h3 className="card-part">Delete account</h3>
      <p className="muted">This permanently deletes your account, videos, planned posts and connections.</p>
      <div className="row">
        <Button tone="danger" onClick={() => setDeleting(true)}>
          Delete account
        </Button>
      </div>
      {deleting ? <DeleteAccountDialog user={user} onClose={() => setDeleting(false)} /> : null}
    </Card>
  );
}

function DataDownload() {
  const toast = useToast();
  const { reading, failed, start, saveIncomplete } = useDataDownload();
  const place = dataParts.findIndex(({ part }) => part === reading);
  return (
    <>
      <div className="row">
        <Button busy={reading !== null} busyText="Collecting..." onClick={() => void start()}>
          <Icon name="download" />
          Download your data
        </Button>
      </div>
      <div role="status">
        {reading ? (
          <div className="stack">
            <span className="small">
              {dataPartName(reading)}: part {place + 1} of {dataParts.length}
            </span>
            <Ticks on={place} />
          </div>
        ) : null}
        {!reading && failed.length > 0 ? (
          <Note
            tone="bad"
            title={`${failed.length === 1 ? 'One part' : `${failed.length} parts`} could not be read: ${failed.map(dataPartName).join(', ')}.`}
            actions={
              <>
                <Button size="small" tone="ink" onClick={() => void start()}>
                  Try again
                </Button>
                <Button
                  size="small"
                  onClick={() => {
                    saveIncomplete();
                    toast({ title: 'File saved', text: 'It names what is missing.' });
                  }}
                >
                  Save without
                </Button>
              </>
            }
          >
            The other parts are here. Try again asks only for what is missing.
          </Note>
        ) : null}
      </div>
    </>
  );
}
