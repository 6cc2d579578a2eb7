import { setTimeout as sleep } from 'node:timers/promises';
import { createClock, setClockOffset } from '@reelwright/clock';
import { createLogger } from '@reelwright/logger';
import { type Clock, ownClock } from './core/clock.ts';
import { portsFrom } from './core/origins.ts';
import { startThreads } from './threads.ts';

const {
  SANDBOX_DIR,
  PORT_BASE = '8080',
  SANDBOX_HOST,
  SANDBOX_NAME,
  CLOCK_URL,
  PUBLIC_URL,
  SANDBOX_VIDEO_SECONDS,
  FFMPEG_PATH,
  LOG_LEVEL = 'info',
} = process.env;
if (!SANDBOX_DIR) throw new Error('SANDBOX_DIR is not set: the folder for the sandbox’s state.');

const logger = createLogger({ service: 'sandbox', level: LOG_LEVEL });
let shared: ReturnType<typeof createClock> | undefined;

const sandbox = await startThreads(
  {
    ports: portsFrom(Number(PORT_BASE)),
    dir: SANDBOX_DIR,
    ...(SANDBOX_HOST ? { host: SANDBOX_HOST } : {}),
    ...(SANDBOX_NAME ? { serverHost: SANDBOX_NAME } : {}),
    ...(PUBLIC_URL ? { productUrl: PUBLIC_URL } : {}),
    ...(SANDBOX_VIDEO_SECONDS ? { videoSeconds: Number(SANDBOX_VIDEO_SECONDS) } : {}),
    ...(FFMPEG_PATH ? { ffmpeg: FFMPEG_PATH } : {}),
  },
  logger,
  async (onOffset) => {
    if (!CLOCK_URL) return ownClock(onOffset);
    const clock = createClock({ url: CLOCK_URL, logger });
    shared = clock;
    clock.onMove(() => onOffset(clock.now().getTime() - clock.real().getTime()));
    await clock.start();
    return sharedClock(clock, CLOCK_URL);
  },
);
logger.info({ console: sandbox.origins.browser('console') }, 'provider sandbox ready');

const stop = () => {
  void Promise.all([sandbox.close(), shared?.stop()]).then(() => process.exit(0));
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);

/** The product's clock, shared by all processes: moving it here moves it for all. */
function sharedClock(clock: Clock, url: string): Clock {
  return {
    now: () => clock.now(),
    real: () => clock.real(),
    offset: () => clock.now().getTime() - clock.real().getTime(),
    setOffset: async (milliseconds) => {
      await setClockOffset(url, milliseconds);
      // Resolve once the notification of the change has arrived, so that the next call sees the new time.
      const there = () => Math.abs(clock.now().getTime() - clock.real().getTime() - milliseconds) < 10;
      for (let tries = 0; !there() && tries < 200; tries++) await sleep(10);
    },
  };
}
