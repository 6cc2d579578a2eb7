import type { ConnectionRow } from '../database.ts';
import { platforms } from '../platforms/platform.ts';
import { foreseeRefusals, type KnownAccounts } from './foresee-refusals.ts';

const now = new Date('2026-11-21T12:00:00Z');
/** The machine's time differs from product time. */
const real = new Date('2027-05-01T12:00:00Z');
const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(now.getTime() + hours * HOUR);
const levels = Object.fromEntries(platforms.map((platform) => [platform, 'live'])) as KnownAccounts['levels'];

const connection = (platform: ConnectionRow['platform'], more: Partial<ConnectionRow> = {}) =>
  ({ platform, state: 'connected', cause: null, settings: {}, ...more }) as ConnectionRow;
const youtube = connection('youtube');

function codes(platforms: string[], change: Partial<KnownAccounts> = {}, hours = 24) {
  const accounts = { connections: [youtube], levels, endOf: () => undefined, ...change };
  const post = { videoId: 'v', publishAt: inHours(hours), platforms };
  return foreseeRefusals([post], accounts, { now, real }).map(({ platform, code }) => `${platform} ${code}`);
}

test.each<[string, string[], Partial<KnownAccounts>, string[]]>([
  ['nothing is foreseen for a connected account', ['youtube'], {}, []],
  ['a platform that an entry names has to be connected', ['instagram'], {}, ['instagram NOT_CONNECTED']],
  ['an entry for all platforms needs none of them', [], { connections: [] }, []],
  [
    'an entry for all platforms goes to those that need their owner too',
    [],
    { connections: [youtube, connection('facebook', { state: 'needs_reconnect', cause: 'ACCESS_REMOVED' })] },
    ['facebook ACCESS_REMOVED'],
  ],
  [
    'a disconnected account is only missed where an entry names it',
    [],
    { connections: [connection('youtube', { state: 'disconnected' })] },
    [],
  ],
  ['a platform can be switched off', ['youtube'], { levels: { ...levels, youtube: 'off' } }, ['youtube PLATFORM_OFF']],
  ['TikTok needs an audience', ['tiktok'], { connections: [connection('tiktok')] }, ['tiktok SETUP_NEEDED']],
  [
    'an access may end before the post',
    ['youtube'],
    { endOf: () => new Date(real.getTime() + 23 * HOUR) },
    ['youtube ENDS_BEFORE'],
  ],
  ['an access may end after the post', ['youtube'], { endOf: () => new Date(real.getTime() + 25 * HOUR) }, []],
  ['an unknown platform is left out', ['telegraph'], {}, []],
])('%s', (_name, wanted, accounts, found) => expect(codes(wanted, accounts)).toEqual(found));
