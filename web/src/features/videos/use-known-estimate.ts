import { useState } from 'react';

/** An older estimate is not shown. */
const keptMs = 60_000;

/** The seconds until the video is made. If the estimate is missing for a short time, the last one is counted down. */
export function useKnownEstimate(readyInSeconds: number | null, now: number): number | null {
  const [last, setLast] = useState<{ seconds: number; at: number } | null>(null);
  if (readyInSeconds !== null && (last?.seconds !== readyInSeconds || last.at !== now)) {
    setLast({ seconds: readyInSeconds, at: now });
  }
  if (readyInSeconds !== null || last === null) return readyInSeconds;
  const passedMs = now - last.at;
  return passedMs < keptMs ? Math.max(1, last.seconds - passedMs / 1_000) : null;
}
