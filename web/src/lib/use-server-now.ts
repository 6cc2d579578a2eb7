import { useEffect, useState } from 'react';
import { serverNow } from './server-clock.ts';

/** Product time in milliseconds, updated every `everyMs` while the component is mounted. */
export function useServerNow(everyMs: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
