import type { Config } from '../config.ts';
import type { Connector } from './connector.ts';
import { facebookConnector } from './facebook/facebook-connector.ts';
import { type FacebookSettings, facebookLogin } from './facebook/facebook-login.ts';
import { instagramConnector } from './instagram/instagram-connector.ts';
import { instagramLogin } from './instagram/instagram-login.ts';
import type { Login } from './login.ts';
import type { Platform } from './platform.ts';
import { tiktokConnector } from './tiktok/tiktok-connector.ts';
import { tiktokLogin } from './tiktok/tiktok-login.ts';
import { youtubeConnector } from './youtube/youtube-connector.ts';
import { youtubeLogin } from './youtube/youtube-login.ts';

/** The clients of all four platforms, at the addresses the configuration gives. */
export function platformClients(config: Config): {
  logins: Readonly<Record<Platform, Login>>;
  connectors: Readonly<Record<Platform, Connector>>;
  facebook: FacebookSettings;
} {
  const version = config.META_GRAPH_VERSION;
  const facebook = {
    appId: config.FACEBOOK_APP_ID,
    appSecret: config.FACEBOOK_APP_SECRET,
    dialogUrl: config.FACEBOOK_DIALOG_URL,
    graphUrl: config.FACEBOOK_GRAPH_URL,
    version,
  };
  return {
    facebook,
    logins: {
      tiktok: tiktokLogin({
        clientKey: config.TIKTOK_CLIENT_KEY,
        clientSecret: config.TIKTOK_CLIENT_SECRET,
        authUrl: config.TIKTOK_AUTH_URL,
        apiUrl: config.TIKTOK_API_URL,
      }),
      youtube: youtubeLogin({
        clientId: config.YOUTUBE_CLIENT_ID,
        clientSecret: config.YOUTUBE_CLIENT_SECRET,
        accountsUrl: config.GOOGLE_ACCOUNTS_URL,
        oauthUrl: config.GOOGLE_OAUTH_URL,
        root: config.YOUTUBE_ROOT,
      }),
      facebook: facebookLogin(facebook),
      instagram: instagramLogin({
        appId: config.INSTAGRAM_APP_ID,
        appSecret: config.INSTAGRAM_APP_SECRET,
        authUrl: config.INSTAGRAM_AUTH_URL,
        apiUrl: config.INSTAGRAM_API_URL,
        graphUrl: config.INSTAGRAM_GRAPH_URL,
        version,
      }),
    },
    connectors: {
      tiktok: tiktokConnector({ apiUrl: config.TIKTOK_API_URL, pageUrl: config.TIKTOK_AUTH_URL }),
      youtube: youtubeConnector({ root: config.YOUTUBE_ROOT, watchUrl: config.YOUTUBE_WATCH_URL }),
      facebook: facebookConnector({
        graphUrl: config.FACEBOOK_GRAPH_URL,
        version,
        pageUrl: config.FACEBOOK_DIALOG_URL,
      }),
      instagram: instagramConnector({ graphUrl: config.INSTAGRAM_GRAPH_URL, version }),
    },
  };
}
