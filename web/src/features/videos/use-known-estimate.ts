import { useState } from 'react';

/** An estimate that is older is not shown any more. */
const keptMs = 60_000;

/** Seconds until the video is made. One that is missing for a moment counts on from the last one. */
export function useKnownEstimate(readyInSeconds: number | null, now: number): number | null {
  const [last, setLast] = useState<{ seconds: number; at: number } | null>(null);
  if (readyInSeconds !== null && (last?.seconds !== readyInSeconds || last.at !== now)) {
    setLast({ seconds: readyInSeconds, at: now });
  }
  if (readyInSeconds !== null || last === null) return readyInSeconds;
  const passedMs = now - last.at;
  return passedMs < keptMs ? Math.max(1, last.seconds - passedMs / 1_000) : null;
}
