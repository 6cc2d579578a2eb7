import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { platformProviders } from '@reelwright/sandbox/platforms';
import { uploadVideo } from '../../paced.ts';
import { moveClock, setAway, setChaos } from '../../people.ts';
import { apiKeyOf } from '../../replicas/cast.ts';
import { duePlatforms } from '../due-posts.ts';
import { lockInTurns, repeat, scaleToNothing, scaleUp, WAITS_FOR_A_LOCK } from './disturb.ts';
import { delivered, minutesAfter, planEntries, posted, refused } from './entries.ts';
import type { Fault, FaultScene } from './fault.ts';

const SAMPLE = join(import.meta.dirname, '../../../../../web/public/reels/v1.mp4');
const FAST = 50 * 1024 * 1024;
const READS_A_SECOND = 10;
/** Longer than the 500 ms of the promise, shorter than the time in which a query must get its lock. */
const LOCKED_MS = 1_200;
const FREE_MS = 300;
/** What the gateway logs of a request whose service has no pod. */
const NO_POD = /"flags":"U[HF]\b.*"upstream":"scheduling/;

export const readCalendar = ({ person }: FaultScene) => person.api('/api/videos');

export const promiseFaults: readonly Fault[] = [
  {
    what: 'platforms are unavailable while 12 posts fall due, for 20 minutes of product time',
    fires: ['PostsLate page', 'PostsLate ticket'],
    runbooks: [
      {
        runbook: 'PostsLate',
        cause: 'A provider is away or slow',
        shown: /"delayed_by":"PROVIDER_(ERROR|UNREACHABLE)"/,
      },
    ],
    endsLater: true,
    async begin({ cluster }, atEnd) {
      // A platform has its share from its first post on.
      const onTime = await planEntries(cluster, { count: 1, platforms: duePlatforms });
      await delivered(onTime);
      await moveClock(cluster, minutesAfter(onTime.last, 0));
      const late = await planEntries(cluster, { count: 4, platforms: duePlatforms });
      await delivered(late);
      const providers = duePlatforms.map((platform) => platformProviders[platform]);
      const setAllAway = async (mode: 'unavailable' | null) => {
        for (const provider of providers) await setAway(cluster, provider, mode);
      };
      atEnd(() => setAllAway(null));
      await setAllAway('unavailable');
      await moveClock(cluster, minutesAfter(late.last, 10));
      await refused(cluster, late, 4 * duePlatforms.length);
      await setAllAway(null);
      await moveClock(cluster, minutesAfter(late.last, 20));
      await posted(cluster, late, duePlatforms.length);
    },
  },
  {
    what: 'the model refuses 12 videos',
    fires: ['VideosLate page', 'VideosLate ticket'],
    runbooks: [
      { runbook: 'VideosLate', cause: 'The model refuses videos', shown: /cause="MODEL_REFUSED"[^\n]*} [1-9]/ },
    ],
    endsLater: true,
    async begin({ cluster }, atEnd) {
      await setChaos(cluster, 'genai', { refusal: 1 });
      atEnd(() => setChaos(cluster, 'genai', { refusal: 0 }));
      await planEntries(cluster, { count: 12, platforms: ['facebook'] });
    },
  },
  // Before pods of scheduling start again: their first reads are slow too.
  {
    what: 'the table of videos is locked for more than a second, again and again, while the calendar is read',
    fires: ['ReadsSlow page', 'ReadsSlow ticket'],
    runbooks: [{ runbook: 'ReadsSlow', service: 'scheduling', cause: 'Queries wait', shown: WAITS_FOR_A_LOCK }],
    endsLater: true,
    async begin(scene, atEnd) {
      const locked = { service: 'scheduling', table: 'scheduled_videos', mode: 'access exclusive' } as const;
      atEnd(lockInTurns(scene.cluster, { ...locked, heldMs: LOCKED_MS, freeMs: FREE_MS }));
      atEnd(repeat(READS_A_SECOND, () => readCalendar(scene)));
    },
  },
  {
    what: 'scheduling has no pods, while the calendar is read',
    fires: ['ReadsFailing page', 'ReadsFailing ticket', 'GatewayFailing page'],
    runbooks: [
      { runbook: 'ReadsFailing', cause: 'One service is down', shown: NO_POD },
      { runbook: 'GatewayFailing', cause: 'A service has no healthy pod', shown: NO_POD },
      scaleUp('scheduling'),
    ],
    endsLater: true,
    async begin(scene, atEnd) {
      atEnd(repeat(READS_A_SECOND, () => readCalendar(scene)));
      atEnd(await scaleToNothing(scene.cluster, 'deployment/scheduling'));
    },
  },
  {
    what: 'the object store has no pods, while partners upload videos',
    fires: ['UploadsFailing page', 'UploadsFailing ticket'],
    runbooks: [
      {
        runbook: 'UploadsFailing',
        cause: 'The object store is full or away',
        shown: /STORE_UNAVAILABLE[\s\S]*^object-store +0\/0/m,
        mend: 'kubectl scale statefulset/object-store --replicas=1',
      },
    ],
    endsLater: true,
    async begin({ cluster, person }, atEnd) {
      const apiKey = await apiKeyOf(person);
      const video = readFileSync(SAMPLE).toString('base64');
      let number = 0;
      const upload = () => {
        const title = `Upload without a store ${Date.now()} ${number++}`;
        return uploadVideo(cluster, { apiKey, platform: 'facebook', title, video, bytesPerSecond: FAST });
      };
      atEnd(repeat(0.5, upload));
      atEnd(await scaleToNothing(cluster, 'statefulset/object-store'));
    },
  },
];
