import { appId, appSecret, definePlatform, levelSetting, origin } from '../definition.ts';
import { tiktokConnector } from './tiktok-connector.ts';
import { tiktokErrors } from './tiktok-errors.ts';
import { tiktokLogin } from './tiktok-login.ts';
import { tiktokMeasures } from './tiktok-measures.ts';

export const tiktok = definePlatform({
  settings: {
    TIKTOK_LEVEL: levelSetting,
    TIKTOK_CLIENT_KEY: appId,
    TIKTOK_CLIENT_SECRET: appSecret,
    TIKTOK_AUTH_URL: origin('https://www.tiktok.com'),
    TIKTOK_API_URL: origin('https://open.tiktokapis.com'),
  },
  access: (config) => ({
    level: config.TIKTOK_LEVEL,
    credentials: [config.TIKTOK_CLIENT_KEY, config.TIKTOK_CLIENT_SECRET],
  }),
  login: (config) =>
    tiktokLogin({
      clientKey: config.TIKTOK_CLIENT_KEY,
      clientSecret: config.TIKTOK_CLIENT_SECRET,
      authUrl: config.TIKTOK_AUTH_URL,
      apiUrl: config.TIKTOK_API_URL,
    }),
  connector: (config) => tiktokConnector({ apiUrl: config.TIKTOK_API_URL, pageUrl: config.TIKTOK_AUTH_URL }),
  measures: (config) => tiktokMeasures({ apiUrl: config.TIKTOK_API_URL }),
  errors: tiktokErrors,
  // About 15 posts per creator and 24 hours, over all apps. A day of UTC approximates them.
  budget: { perDay: 15, scope: 'account', at: 'commit', timeZone: 'UTC' },
  missingChoice: ({ settings }) => (settings.tiktok ? undefined : 'SETUP_NEEDED'),
});
