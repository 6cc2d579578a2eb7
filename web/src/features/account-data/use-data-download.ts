import { useState } from 'react';
import { serverNow } from '../../lib/server-clock.ts';
import { type PartData, readPart } from './api.ts';
import { type DataPart, dataParts } from './parts.ts';

interface Download {
  /** The part being read; null while no download runs. */
  reading: DataPart | null;
  failed: DataPart[];
  /** Reads the missing parts one by one, and saves the file when all parts are read. */
  start: () => Promise<void>;
  /** Saves the parts that were read; the file names the missing ones. */
  saveIncomplete: () => void;
}

/** Downloads the parts of a user's data as one JSON file. */
export function useDataDownload(): Download {
  const [answers, setAnswers] = useState<Partial<Record<DataPart, PartData>>>({});
  const [reading, setReading] = useState<DataPart | null>(null);
  const [failed, setFailed] = useState<DataPart[]>([]);

  const start = async () => {
    if (reading) return;
    // After a failure only the missing parts are read again; after a full download all parts are.
    const parts = failed.length > 0 ? { ...answers } : {};
    const missingParts: DataPart[] = [];
    setFailed([]);
    for (const { part } of dataParts) {
      if (parts[part]) continue;
      setReading(part);
      try {
        parts[part] = await readPart(part);
      } catch {
        missingParts.push(part);
      }
    }
    setReading(null);
    setAnswers(parts);
    setFailed(missingParts);
    if (missingParts.length === 0) {
      saveFile(fileName(), fileText(parts, []));
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

function fileText(data: Partial<Record<DataPart, PartData>>, missing: DataPart[]): string {
  const parts = Object.fromEntries(dataParts.flatMap(({ part }) => (data[part] ? [[part, data[part]]] : [])));
  const file = { exportedAt: new Date(serverNow()).toISOString(), ...(missing.length > 0 ? { missing } : {}), parts };
  return `${JSON.stringify(file, null, 2)}\n`;
}

function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // By then the browser has saved the file, so the copy in memory is released.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
