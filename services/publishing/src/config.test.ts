import { loadConfig as load, Type } from '@reelwright/config';
import { fetchesVideo, platforms, recordOf } from '@reelwright/product';
import { dailyLimits } from './budgets/platform-budgets.ts';
import { type Config, levelsOf, loadConfig, Settings } from './config.ts';
import { definitions } from './platforms/registry.ts';

/** A configuration in which every setting of a platform has a value, and all platforms this level. */
function configWith(level: string, change: Partial<Config> = {}): Config {
  const names = platforms.flatMap((platform) => Object.keys(definitions[platform].settings));
  const values = names.map((name) => [name, name.endsWith('_LEVEL') ? level : `the ${name}`]);
  return { ...(Object.fromEntries(values) as Config), MEDIA_PUBLIC_URL: 'https://media.example', ...change };
}

test('a platform without its credentials is off', () => {
  expect(levelsOf(configWith('live')).levels).toEqual(recordOf(platforms, () => 'live'));
  const without = configWith('live', { TIKTOK_CLIENT_SECRET: '', FACEBOOK_APP_ID: '' });
  expect(levelsOf(without)).toEqual({
    levels: { ...recordOf(platforms, () => 'live'), tiktok: 'off', facebook: 'off' },
    offBecause: {},
  });
});

test('a platform that fetches the video is off without a public https address for media, and says why', () => {
  const fetching = platforms.filter(fetchesVideo);
  expect(fetching).toContain('instagram');
  for (const address of ['', 'http://media.example']) {
    const { levels, offBecause } = levelsOf(configWith('live', { MEDIA_PUBLIC_URL: address }));
    expect(levels).toEqual(recordOf(platforms, (platform) => (fetchesVideo(platform) ? 'off' : 'live')));
    expect(offBecause).toEqual(recordOf(fetching, () => 'NO_MEDIA_ADDRESS'));
  }
});

test('the sandbox fetches the video from any address', () => {
  const { levels } = levelsOf(configWith('sandbox', { MEDIA_PUBLIC_URL: 'http://127.0.0.1:8080' }));
  expect(levels).toEqual(recordOf(platforms, () => 'sandbox'));
});

test('the level private-only is refused where posts would be public all the same', () => {
  const env = (level: string) =>
    Object.fromEntries(
      Object.entries(configWith(level)).map(([name, value]) => [name, name.endsWith('_LEVEL') ? level : String(value)]),
    );
  expect(() => loadConfig(env('private-only'))).toThrow(
    /FACEBOOK_LEVEL \(off, sandbox or live; it has no private posts\).*INSTAGRAM_LEVEL \(off, sandbox or live; /,
  );
});

test('a cell has all of YouTube’s 100 uploads a day unless it has a share, which is one upload or more', () => {
  const share = Settings.properties.YOUTUBE_UPLOADS_PER_DAY;
  expect(loadShare({})).toEqual({ youtube: 100, tiktok: 15, facebook: 30, instagram: 50 });
  expect(loadShare({ YOUTUBE_UPLOADS_PER_DAY: '40' }).youtube).toBe(40);
  for (const wrong of ['0', '-1', '1.5', 'all']) {
    expect(() => loadShare({ YOUTUBE_UPLOADS_PER_DAY: wrong })).toThrow(/YOUTUBE_UPLOADS_PER_DAY \(a whole number/);
  }
  function loadShare(env: NodeJS.ProcessEnv) {
    return dailyLimits(load(Type.Object({ YOUTUBE_UPLOADS_PER_DAY: share }), env) as Config);
  }
});

test.each(['k1:short', 'a-key-without-a-name', `k1:${'A'.repeat(43)}=,k1:${'A'.repeat(43)}=`])(
  'wrong keys of tokens are named with all other settings, without a part of them: %p',
  (keys) => {
    const load = () => loadConfig({ TOKEN_CIPHER_KEYS: keys, LOG_LEVEL: 'verbose' });
    expect(load).toThrow(/bad settings: .*LOG_LEVEL \(.*, TOKEN_CIPHER_KEYS \(/);
    expect(load).not.toThrow(keys.slice(0, 8));
  },
);

test.each(['https://media.example/', 'https://media.example/media', 'media.example'])(
  'the address for media is an origin, and not %p',
  (address) => {
    expect(() => loadConfig({ MEDIA_PUBLIC_URL: address })).toThrow(
      /MEDIA_PUBLIC_URL \(.*no path, no slash at the end/,
    );
  },
);
