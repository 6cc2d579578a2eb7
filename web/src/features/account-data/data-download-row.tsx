import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Note } from '../../ui/note.tsx';
import { Row } from '../../ui/rows.tsx';
import { Ticks } from '../../ui/ticks.tsx';
import { useToast } from '../../ui/toast.tsx';
import { dataPartName, dataParts } from './parts.ts';
import { useDataDownload } from './use-data-download.ts';

/** Downloads everything Reelwright stores about the user in one file. */
export function DataDownloadRow() {
  const toast = useToast();
  const { reading, failed, start, saveIncomplete } = useDataDownload();
  const place = dataParts.findIndex(({ part }) => part === reading);
  return (
    <Row
      label="Your data"
      action={
        <Button size="small" busy={reading !== null} busyText="Collecting..." onClick={() => void start()}>
          <Icon name="download" />
          Download your data
        </Button>
      }
    >
      <p className="muted">Everything we store about you in one JSON file, without passwords and access keys.</p>
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
                    toast({ title: 'File saved', text: 'The file lists what is missing.' });
                  }}
                >
                  Save without
                </Button>
              </>
            }
          >
            The other parts are ready. Try again only loads what is missing.
          </Note>
        ) : null}
      </div>
    </Row>
  );
}
