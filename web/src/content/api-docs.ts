import { fetchesVideo, type Platform, platformNames, platforms } from '@reelwright/product';

/** The texts of /api-docs about the partner calls. The journey api-docs.spec.ts runs every example. */

export interface ApiParameter {
  name: string;
  need: 'required' | 'optional' | 'required, or videoUrl';
  text: string;
}

/** One request, from which the samples in all languages are made. */
export interface ApiExample {
  /** The purpose of the example, and the title of its code block. */
  title: string;
  method: 'GET' | 'POST';
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** How video.mp4 is sent: as a file of a form, or as base64 in JSON. */
  file?: 'form' | 'base64';
  fields?: Readonly<Record<string, string | readonly string[]>>;
  /** The HTTP status of a successful answer. */
  status: 200 | 202;
}

export interface ApiCall {
  id: string;
  title: string;
  method: 'GET' | 'POST';
  path: string;
  text: string;
  parameters: readonly ApiParameter[];
  examples: readonly ApiExample[];
  answer: unknown;
}

/** A public clip on this site, so that each example works without changes. */
export const sampleVideo = '/reels/v1.mp4';
/** Placeholder in a field for this site's own origin. */
export const ORIGIN = '{origin}';

const id = '2f6c8a52-5d0e-4c39-9a41-7d3c0d7e1b90';

const platformsParameter: ApiParameter = {
  name: 'platforms',
  need: 'required',
  text: `Where it goes: ${platforms.join(', ')}. In JSON a list, in a form also text with commas.`,
};
const videoFile: ApiParameter = {
  name: 'videoFile',
  need: 'required, or videoUrl',
  text: 'MP4, MOV or AVI of up to 100 MB: a file of a form, or base64 in JSON.',
};
const videoUrl = (need: 'required' | 'optional', text: string): ApiParameter => ({
  name: 'videoUrl',
  need,
  text,
});
const description: ApiParameter = {
  name: 'description',
  need: 'optional',
  text: 'The words under the video, 5,000 characters at most.',
};
const title: ApiParameter = {
  name: 'title',
  need: 'optional',
  text: 'The title on YouTube: 100 characters at most, where an emoji counts as two or more, and no < or >.',
};
const either = 'An https address of the video, in place of videoFile.';

const posted = (platform: Platform, result: object) => ({
  id,
  status: 'posted',
  success: true,
  results: { [platform]: { platform, state: 'posted', ...result } },
  posted_to: [platform],
  failed_to_post: [],
  errors: {},
});

interface CallTo {
  /** An example of the post's result. */
  readonly result: object;
  readonly text?: string;
  /** Whether the platform shows a title. */
  readonly titled?: boolean;
}

const callTo = (platform: Platform, { result, text, titled = false }: CallTo): ApiCall => {
  const name = platformNames[platform];
  const file: Pick<ApiExample, 'title' | 'file' | 'fields'> = fetchesVideo(platform)
    ? { title: `Post an address to ${name}`, fields: { videoUrl: `${ORIGIN}${sampleVideo}` } }
    : { title: `Post a file to ${name}`, file: 'form' };
  const fields = { ...file.fields, description: 'Made with Reelwright', ...(titled && { title: 'Hello' }) };
  const path = `/api/external/${platform}/post`;
  return {
    id: `post-${platform}`,
    title: `Post to ${name}`,
    method: 'POST',
    path,
    text: text ?? `Posts a video to the connected ${name} account.`,
    parameters: [
      ...(fetchesVideo(platform)
        ? [videoUrl('required', 'A public https address of the video.')]
        : [videoFile, videoUrl('optional', either)]),
      description,
      ...(titled ? [title] : []),
    ],
    examples: [{ ...file, method: 'POST', path, fields, status: 200 }],
    answer: posted(platform, { ...result, message: `Posted to ${name}.` }),
  };
};

/** Null for a platform that partners can't post to yet. */
const callsTo: Record<Platform, CallTo | null> = {
  instagram: {
    text: 'Posts a Reel to the connected Instagram account. Instagram takes no file: it fetches the video from an address.',
    result: {
      postId: '17900000000000001',
      containerId: '17800000000000001',
      videoUrl: 'https://www.instagram.com/reel/abc123/',
    },
  },
  facebook: {
    result: {
      postId: '1234567890',
      pageId: '1029384756',
      pageName: 'My Page',
      videoUrl: 'https://www.facebook.com/reel/1234567890',
    },
  },
  tiktok: {
    result: { postId: '7301234567890123456', videoUrl: 'https://www.tiktok.com/@me/video/7301234567890123456' },
  },
  youtube: {
    text: 'Posts a video to the connected YouTube channel. It is private at first: make it public in YouTube Studio.',
    titled: true,
    result: { videoId: 'dQw4w9WgXcQ', videoUrl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' },
  },
};
const fetching = platforms.filter(fetchesVideo).map((platform) => platformNames[platform]);

export const calls: readonly ApiCall[] = [
  {
    id: 'post-video',
    title: 'Post to several platforms',
    method: 'POST',
    path: '/api/external/post-video',
    text: 'Posts one video to any of the connected platforms. It answers when all of them have it, after a minute at most.',
    parameters: [
      platformsParameter,
      videoFile,
      videoUrl(
        'optional',
        `An https address of the video. Always needed for ${fetching.join(' and ')}: the video is fetched from there.`,
      ),
      description,
      title,
    ],
    examples: [
      {
        title: 'Post a file',
        method: 'POST',
        path: '/api/external/post-video',
        file: 'form',
        fields: {
          platforms: ['youtube', 'tiktok'] satisfies Platform[],
          description: 'Made with Reelwright',
          title: 'Hello',
        },
        status: 200,
      },
      {
        title: 'Post base64',
        method: 'POST',
        path: '/api/external/post-video',
        file: 'base64',
        fields: { platforms: ['facebook'], description: 'Made with Reelwright' },
        status: 200,
      },
    ],
    answer: {
      id,
      status: 'partially_posted',
      success: false,
      results: {
        youtube: {
          platform: 'youtube',
          state: 'posted',
          videoId: 'dQw4w9WgXcQ',
          videoUrl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
          message: 'Posted to YouTube.',
        },
      },
      posted_to: ['youtube'],
      failed_to_post: ['tiktok'],
      errors: {
        tiktok: {
          error: 'PLATFORM_NOT_CONNECTED',
          message: 'TikTok is not connected. Connect it on the Social Media page.',
        },
      },
    },
  },
  ...(Object.keys(callsTo) as Platform[]).flatMap((platform) => {
    const call = callsTo[platform];
    return call ? [callTo(platform, call)] : [];
  }),
  {
    id: 'get-post',
    title: 'Get the status of a post',
    method: 'GET',
    path: '/api/external/posts/{id}',
    text: 'Returns the current status of a post. While it is processing, ask again after Retry-After seconds.',
    parameters: [{ name: 'id', need: 'required', text: 'The id of an answer.' }],
    examples: [{ title: 'Ask for a post', method: 'GET', path: '/api/external/posts/$POST_ID', status: 200 }],
    answer: {
      ...posted('tiktok', {
        postId: '7301234567890123456',
        videoUrl: 'https://www.tiktok.com/@me/video/7301234567890123456',
        message: 'Posted to TikTok.',
      }),
      createdAt: '2026-05-10T10:20:00.000Z',
      updatedAt: '2026-05-10T10:22:31.000Z',
    },
  },
  {
    id: 'get-connections',
    title: 'List the connected platforms',
    method: 'GET',
    path: '/api/external/user/connections',
    text: 'Lists the platforms that the owner of the key has connected.',
    parameters: [],
    examples: [{ title: 'List the connections', method: 'GET', path: '/api/external/user/connections', status: 200 }],
    answer: {
      success: true,
      connections: {
        tiktok: { connected: true, username: 'me' },
        youtube: { connected: true, channelName: 'My channel' },
        facebook: { connected: true, userId: '1029384756', pageName: 'My Page' },
        instagram: { connected: false, username: null },
      } satisfies Partial<Record<Platform, object>>,
    },
  },
];

/** The titles of the page's other sections, by their anchor. */
export const parts = {
  authentication: 'Your API key',
  status: 'The status of a post',
  waiting: 'Still processing',
  idempotency: 'Repeating a request',
  base64: 'Base64',
  limits: 'Limits',
  errors: 'Errors',
} as const;

/** Examples of the options that all posting calls share. */
export const asyncExample: ApiExample = {
  title: 'Post without waiting',
  method: 'POST',
  path: '/api/external/tiktok/post',
  headers: { Prefer: 'respond-async' },
  file: 'form',
  fields: { description: 'Made with Reelwright' },
  status: 202,
};
export const repeatExample: ApiExample = {
  title: 'Post once, however often it is sent',
  method: 'POST',
  path: '/api/external/youtube/post',
  headers: { 'Idempotency-Key': 'monday-video' },
  file: 'form',
  fields: { title: 'Monday' },
  status: 200,
};
export const bearerExample: ApiExample = {
  title: 'The key as a bearer token',
  method: 'GET',
  path: '/api/external/user/connections',
  headers: { Authorization: 'Bearer $REELWRIGHT_API_KEY' },
  status: 200,
};

export const postStatuses: readonly (readonly [string, string])[] = [
  ['processing', 'A platform is still processing the video, or posts it on a later day (goesOutAt).'],
  ['posted', 'Every platform has the video.'],
  ['partially_posted', 'Some platforms have it; errors says why the others do not.'],
  ['failed', 'No platform has it. The call that posted answers 500.'],
  ['unconfirmed', 'A platform did not say whether it took the video. Look there before you post again.'],
];

export const limits: readonly (readonly [string, string])[] = [
  ['100 requests an hour', 'Per account, in whole hours. Each answer says what is left.'],
  ['600 reads of posts an hour', 'GET posts counts here, and not as one of the 100 requests.'],
  ['10 video uploads an hour', 'Files, and addresses that we fetch. A repeat with the same Idempotency-Key is free.'],
  ['100 MB per video', 'MP4, MOV or AVI. Its first bytes tell which it is.'],
];

export const limitHeaders: readonly (readonly [string, string])[] = [
  ['X-RateLimit-Limit', 'The limit of each hour.'],
  ['X-RateLimit-Remaining', 'What is left of it in this hour.'],
  ['X-RateLimit-Reset', 'When the next hour begins, in seconds since 1970.'],
  ['Retry-After', 'With 429, 409 and a post in processing: how many seconds to wait.'],
];

export const apiErrors: readonly (readonly [number, string, string])[] = [
  [400, 'MISSING_PARAMETERS', 'platforms, the video, or a videoUrl that a platform needs is missing.'],
  [400, 'VALIDATION_FAILED', 'A field is unknown, too long or of the wrong kind; the message says which.'],
  [400, 'PLATFORM_NOT_CONNECTED', 'None of the platforms is connected. Connect them on the Social Media page.'],
  [400, 'VIDEO_NOT_BASE64', 'videoFile is not valid base64.'],
  [400, 'VIDEO_URL_UNUSABLE', 'The address is not public, or there is no video.'],
  [400, 'BAD_JSON, BAD_MULTIPART, BROKEN_TEXT', 'The body could not be read: it must be whole, and text in UTF-8.'],
  [400, 'DUPLICATE_FIELD', 'A field is given twice.'],
  [400, 'VIDEO_UNREADABLE', 'The file cannot be read as a video, or has no moving pictures.'],
  [401, 'API_KEY_INVALID', 'The API key is missing or not valid.'],
  [404, 'POST_NOT_FOUND', 'There is no such post.'],
  [
    409,
    'REQUEST_IN_PROGRESS',
    'A request with this Idempotency-Key is being carried out. Ask again after Retry-After.',
  ],
  [413, 'VIDEO_TOO_LARGE', 'The video is larger than 100 MB.'],
  [415, 'UNSUPPORTED_VIDEO', 'The file is not an MP4, MOV or AVI.'],
  [422, 'IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another post. Use a new one.'],
  [429, 'RATE_LIMITED, UPLOAD_LIMIT_REACHED', 'The limit of this hour is used up.'],
  [500, 'POSTING_FAILED', 'Every platform failed; errors says why.'],
  [500, 'INTERNAL', 'An error on our side. Repeat with the same Idempotency-Key.'],
  [
    502,
    'OUTCOME_UNKNOWN',
    'We stopped in the middle of the request: it may have gone out. Repeat it with the same Idempotency-Key, or look first.',
  ],
  [503, 'SERVICE_UNAVAILABLE', 'We are restarting, and the request did not reach us. Repeat it.'],
  [503, 'UNAVAILABLE, STORE_FULL, STORE_UNAVAILABLE, VIDEO_BUSY', 'Nothing was posted. Repeat the request later.'],
  [
    504,
    'OUTCOME_UNKNOWN',
    'We took too long: it may have gone out. Repeat it with the same Idempotency-Key, or look first.',
  ],
];

export const errorExample = {
  error: 'MISSING_PARAMETERS',
  message: 'Missing required parameters: platforms.',
  requestId: 'b7d1…: name it when you write to support',
};
