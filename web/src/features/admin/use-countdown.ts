import { useEffect, useState } from 'react';

/** Counts whole seconds down to zero from `start(seconds)`. */
export function useCountdown() {
  const [end, setEnd] = useState<number | null>(null);
  const [remaining, setRemaining] = useState(0);
  const [total, setTotal] = useState(0);

  useEffect(() => {
    if (end === null) return;
    const tick = () => {
      const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      setRemaining(seconds);
      if (seconds === 0) setEnd(null);
    };
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [end]);

  return {
    remaining,
    total,
    /** True after a countdown has reached zero. */
    isOver: total > 0 && remaining === 0,
    start(seconds: number) {
      setTotal(seconds);
      setRemaining(seconds);
      setEnd(Date.now() + seconds * 1000);
    },
  };
}
