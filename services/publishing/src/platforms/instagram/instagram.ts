import { appId, appSecret, definePlatform, graphSettings, origin, publicLevelSetting } from '../definition.ts';
import { instagramConnector } from './instagram-connector.ts';
import { instagramErrors } from './instagram-errors.ts';
import { instagramLogin } from './instagram-login.ts';
import { instagramMeasures } from './instagram-measures.ts';

export const instagram = definePlatform({
  settings: {
    INSTAGRAM_LEVEL: publicLevelSetting,
    INSTAGRAM_APP_ID: appId,
    INSTAGRAM_APP_SECRET: appSecret,
    INSTAGRAM_AUTH_URL: origin('https://www.instagram.com'),
    INSTAGRAM_API_URL: origin('https://api.instagram.com'),
    INSTAGRAM_GRAPH_URL: origin('https://graph.instagram.com'),
    ...graphSettings,
  },
  access: (config) => ({
    level: config.INSTAGRAM_LEVEL,
    credentials: [config.INSTAGRAM_APP_ID, config.INSTAGRAM_APP_SECRET],
  }),
  login: (config) =>
    instagramLogin({
      appId: config.INSTAGRAM_APP_ID,
      appSecret: config.INSTAGRAM_APP_SECRET,
      authUrl: config.INSTAGRAM_AUTH_URL,
      apiUrl: config.INSTAGRAM_API_URL,
      graphUrl: config.INSTAGRAM_GRAPH_URL,
      version: config.META_GRAPH_VERSION,
    }),
  connector: (config) =>
    instagramConnector({ graphUrl: config.INSTAGRAM_GRAPH_URL, version: config.META_GRAPH_VERSION }),
  measures: (config) => instagramMeasures({ graphUrl: config.INSTAGRAM_GRAPH_URL, version: config.META_GRAPH_VERSION }),
  errors: instagramErrors,
  // 50 or 100 posts per 24 hours, by different pages of its documentation; preflight reads the account's own limit.
  budget: { perDay: 50, scope: 'account', at: 'commit', timeZone: 'UTC' },
  deletionSecret: (config) => config.INSTAGRAM_APP_SECRET,
});
