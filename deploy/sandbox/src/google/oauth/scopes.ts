const auth = 'https://www.googleapis.com/auth/';

export const scopes = {
  email: `${auth}userinfo.email`,
  profile: `${auth}userinfo.profile`,
  driveFile: `${auth}drive.file`,
  drive: `${auth}drive`,
  driveReadonly: `${auth}drive.readonly`,
  youtubeUpload: `${auth}youtube.upload`,
  youtubeReadonly: `${auth}youtube.readonly`,
  youtube: `${auth}youtube`,
  youtubeForceSsl: `${auth}youtube.force-ssl`,
  youtubePartner: `${auth}youtubepartner`,
  youtubeAnalytics: `${auth}yt-analytics.readonly`,
} as const;

/** The scopes' descriptions on the consent page. Other scopes do not exist. */
const meanings: Readonly<Record<string, string>> = {
  openid: 'Know who you are on Google',
  [scopes.email]: 'See your Google Account e-mail address',
  [scopes.profile]: 'See your name and picture',
  [scopes.driveFile]: 'See, edit, create and delete only the Drive files you use with this app',
  [scopes.drive]: 'See, edit, create and delete all of your Drive files',
  [scopes.driveReadonly]: 'See and download all your Drive files',
  [scopes.youtubeUpload]: 'Upload and manage your YouTube videos',
  [scopes.youtubeReadonly]: 'See your YouTube account',
  [scopes.youtube]: 'Manage your YouTube account',
  [scopes.youtubeForceSsl]: 'See, edit and permanently delete your YouTube videos, ratings and comments',
  [scopes.youtubePartner]: 'See and manage your assets and content on YouTube',
  [scopes.youtubeAnalytics]: 'See YouTube Analytics reports for your content',
  // The consent page grants these; no call here needs them.
  [`${auth}yt-analytics-monetary.readonly`]: 'See monetary YouTube Analytics reports for your content',
  [`${auth}youtube.channel-memberships.creator`]: 'See your channel’s members',
  [`${auth}drive.appdata`]: 'See, create and delete its own configuration data in your Drive',
  [`${auth}drive.metadata`]: 'See and manage metadata of files in your Drive',
  [`${auth}drive.metadata.readonly`]: 'See information about your Drive files',
};

const signIn: readonly string[] = ['openid', scopes.email, scopes.profile];

/** Replaces aliases by full names, as in Google's responses: `email` becomes a URL. */
export function withoutAliases(requested: string): string[] {
  const aliases: Record<string, string> = { email: scopes.email, profile: scopes.profile };
  return [
    ...new Set(
      requested
        .split(/\s+/)
        .filter(Boolean)
        .map((scope) => aliases[scope] ?? scope),
    ),
  ];
}

export function meaningOf(scope: string): string | undefined {
  return meanings[scope];
}

/** Whether a scope belongs to a sign-in. All others can be unticked. */
export function isSignIn(scope: string): boolean {
  return signIn.includes(scope);
}

export function isYouTube(scope: string): boolean {
  return scope.startsWith(scopes.youtube);
}
