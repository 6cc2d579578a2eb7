import type { Static, TObject } from 'typebox';
import { appId, appSecret, definePlatform, graphSettings, origin, publicLevelSetting } from '../definition.ts';
import { facebookConnector } from './facebook-connector.ts';
import { facebookErrors } from './facebook-errors.ts';
import { type FacebookSettings, facebookLogin } from './facebook-login.ts';
import { facebookMeasures } from './facebook-measures.ts';

const settings = {
  FACEBOOK_LEVEL: publicLevelSetting,
  FACEBOOK_APP_ID: appId,
  FACEBOOK_APP_SECRET: appSecret,
  FACEBOOK_DIALOG_URL: origin('https://www.facebook.com'),
  FACEBOOK_GRAPH_URL: origin('https://graph.facebook.com'),
  ...graphSettings,
};

/** For the login and for the list of Pages. */
export const facebookSettings = (config: Static<TObject<typeof settings>>): FacebookSettings => ({
  appId: config.FACEBOOK_APP_ID,
  appSecret: config.FACEBOOK_APP_SECRET,
  dialogUrl: config.FACEBOOK_DIALOG_URL,
  graphUrl: config.FACEBOOK_GRAPH_URL,
  version: config.META_GRAPH_VERSION,
});

export const facebook = definePlatform({
  settings,
  access: (config) => ({
    level: config.FACEBOOK_LEVEL,
    credentials: [config.FACEBOOK_APP_ID, config.FACEBOOK_APP_SECRET],
  }),
  login: (config) => facebookLogin(facebookSettings(config)),
  connector: (config) =>
    facebookConnector({
      graphUrl: config.FACEBOOK_GRAPH_URL,
      version: config.META_GRAPH_VERSION,
      pageUrl: config.FACEBOOK_DIALOG_URL,
    }),
  measures: (config) => facebookMeasures({ graphUrl: config.FACEBOOK_GRAPH_URL, version: config.META_GRAPH_VERSION }),
  errors: facebookErrors,
  // 30 reels per Page and 24 hours, enforced at `finish`. A day of UTC approximates them.
  budget: { perDay: 30, scope: 'account', at: 'commit', timeZone: 'UTC' },
  missingChoice: ({ account_id, post_token }) => (account_id && post_token ? undefined : 'PAGE_NOT_CHOSEN'),
  deletionSecret: (config) => config.FACEBOOK_APP_SECRET,
});
