import { Type } from '@reelwright/config';
import { appId, appSecret, definePlatform, levelSetting, origin } from '../definition.ts';
import { youtubeConnector } from './youtube-connector.ts';
import { youtubeErrors } from './youtube-errors.ts';
import { youtubeLogin } from './youtube-login.ts';
import { youtubeMeasures } from './youtube-measures.ts';

export const youtube = definePlatform({
  settings: {
    YOUTUBE_LEVEL: levelSetting,
    YOUTUBE_CLIENT_ID: appId,
    YOUTUBE_CLIENT_SECRET: appSecret,
    YOUTUBE_UPLOADS_PER_DAY: Type.Integer({
      minimum: 1,
      default: 100,
      description:
        'uploads that all accounts together may begin in a day: the share of this cell; the sum over all cells is what YouTube accepts',
    }),
    YOUTUBE_READS_PER_DAY: Type.Integer({
      minimum: 1,
      default: 5_000,
      description:
        'reads of views that all accounts together make in a day, of 50 posts each: the share of this cell; YouTube accepts 10,000 calls a day of all kinds',
    }),
    YOUTUBE_ROOT: origin('https://youtube.googleapis.com'),
    YOUTUBE_ANALYTICS_ROOT: origin('https://youtubeanalytics.googleapis.com'),
    YOUTUBE_WATCH_URL: origin('https://www.youtube.com'),
    GOOGLE_ACCOUNTS_URL: origin('https://accounts.google.com'),
    GOOGLE_OAUTH_URL: origin('https://oauth2.googleapis.com'),
  },
  access: (config) => ({
    level: config.YOUTUBE_LEVEL,
    credentials: [config.YOUTUBE_CLIENT_ID, config.YOUTUBE_CLIENT_SECRET],
  }),
  login: (config) =>
    youtubeLogin({
      clientId: config.YOUTUBE_CLIENT_ID,
      clientSecret: config.YOUTUBE_CLIENT_SECRET,
      accountsUrl: config.GOOGLE_ACCOUNTS_URL,
      oauthUrl: config.GOOGLE_OAUTH_URL,
      root: config.YOUTUBE_ROOT,
    }),
  connector: (config) => youtubeConnector({ root: config.YOUTUBE_ROOT, watchUrl: config.YOUTUBE_WATCH_URL }),
  measures: (config) => youtubeMeasures({ root: config.YOUTUBE_ROOT, analyticsRoot: config.YOUTUBE_ANALYTICS_ROOT }),
  errors: youtubeErrors,
  // `videos.insert` of the whole project, counted where the upload session begins.
  budget: {
    share: (config) => config.YOUTUBE_UPLOADS_PER_DAY,
    scope: 'app',
    at: 'stage',
    timeZone: 'America/Los_Angeles',
  },
  readsPerDay: (config) => config.YOUTUBE_READS_PER_DAY,
});
