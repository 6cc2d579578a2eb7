import { useState } from 'react';
import { serverNow } from '../../lib/server-clock.ts';
import { type PartAnswer, readPart } from './api.ts';
import { type DataPart, dataParts } from './parts.ts';

interface Download {
  /** Which part is being read; null while nothing runs. */
  reading: DataPart | null;
  failed: DataPart[];
  /** Reads what is not here yet, part by part, and saves the file when all of it is. */
  start: () => Promise<void>;
  /** Saves what is here; the file names what is missing. */
  saveIncomplete: () => void;
}

/** Joins the parts of a person's data into one JSON file. */
export function useDataDownload(): Download {
  const [answers, setAnswers] = useState<Partial<Record<DataPart, PartAnswer>>>({});
  const [reading, setReading] = useState<DataPart | null>(null);
  const [failed, setFailed] = useState<DataPart[]>([]);

  const start = async () => {
    if (reading) return;
    // A failed part is asked for again on its own; a whole download starts anew.
    const found = failed.length > 0 ? { ...answers } : {};
    const missing: DataPart[] = [];
    setFailed([]);
    for (const { part } of dataParts) {
      if (found[part]) continue;
      setReading(part);
      try {
        found[part] = await readPart(part);
      } catch {
        missing.push(part);
      }
    }
    setReading(null);
    setAnswers(found);
    setFailed(missing);
    if (missing.length === 0) {
      saveFile(fileName(), fileText(found, []));
      setAnswers({});
    }
  };

  return {
    reading,
    failed,
    start,
    saveIncomplete: () => saveFile(fileName(), fileText(answers, failed)),
  };
}

const fileName = () => `reelwright-data-${new Date(serverNow()).toISOString().slice(0, 10)}.json`;

function fileText(answers: Partial<Record<DataPart, PartAnswer>>, missing: DataPart[]): string {
  const parts = Object.fromEntries(dataParts.flatMap(({ part }) => (answers[part] ? [[part, answers[part]]] : [])));
  const file = { exportedAt: new Date(serverNow()).toISOString(), ...(missing.length > 0 ? { missing } : {}), parts };
  return `${JSON.stringify(file, null, 2)}\n`;
}

function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has read it by then; the copy in memory is let go.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
