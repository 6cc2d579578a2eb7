import { AppError } from '@reelwright/errors';
import { fetchesVideo, type Platform, platformNames, platforms, TITLE_MAX, titleProblem } from '@reelwright/product';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';

const MOST_PLATFORMS = 8;
const longest = { videoUrl: 2_048, description: 5_000, title: TITLE_MAX } as const;

const PLAIN_NAME = /^[\w.-]{1,60}$/;

const optional = (maxLength: number) => Type.Optional(Type.Union([Type.Null(), Type.String({ maxLength })]));

const Fields = Type.Object(
  {
    platforms: Type.Optional(
      Type.Array(Type.Union(platforms.map((platform) => Type.Literal(platform))), { maxItems: MOST_PLATFORMS }),
    ),
    videoUrl: optional(longest.videoUrl),
    description: optional(longest.description),
    title: optional(longest.title),
  },
  { additionalProperties: false },
);

/** The content of a post, besides the video file. */
export interface PostRequest {
  readonly platforms: readonly Platform[];
  readonly videoUrl: string | undefined;
  readonly description: string;
  readonly title: string;
}

/**
 * @param only the platform of the route, for a route of one platform
 * @throws AppError VALIDATION_FAILED, MISSING_PARAMETERS
 */
export function readPostRequest(body: Record<string, unknown>, hasFile: boolean, only?: Platform): PostRequest {
  if (!Value.Check(Fields, body)) {
    throw invalid(problemOf(body));
  }
  const { platforms: wanted = [], videoUrl, description, title }: Static<typeof Fields> = body;
  if (only && wanted.some((platform) => platform !== only)) {
    throw invalid(`This address posts to ${platformNames[only]} only: leave platforms out, or give "${only}" alone.`);
  }
  const going = only ? [only] : [...new Set(wanted)];
  const url = videoUrl || undefined;
  if (going.length === 0) throw missing('platforms');
  const fetching = going.find(fetchesVideo);
  if (fetching && !url) throw missing(`videoUrl (${platformNames[fetching]} fetches the video from there)`);
  if (!hasFile && !url) throw missing('videoFile or videoUrl');
  const problem = titleProblem({ title: title ?? null, platforms: going });
  if (problem !== null) throw invalid(problem);
  return { platforms: going, videoUrl: url, description: description ?? '', title: title ?? '' };
}

function missing(what: string): AppError {
  return new AppError('INVALID_ARGUMENT', 'MISSING_PARAMETERS', `Missing required parameters: ${what}.`);
}

function invalid(message: string): AppError {
  return new AppError('INVALID_ARGUMENT', 'VALIDATION_FAILED', message);
}

/** The message for an invalid body. */
function problemOf(body: Record<string, unknown>): string {
  const unknown = Object.keys(body).find((name) => !Object.hasOwn(Fields.properties, name));
  // A name with other characters may be a misplaced secret or contain direction marks, so it is not shown.
  if (unknown !== undefined)
    return PLAIN_NAME.test(unknown) ? `Unknown field: ${unknown}.` : 'The body has an unknown field.';
  if (body.platforms !== undefined && !Value.Check(Fields.properties.platforms, body.platforms)) {
    return `platforms must be a list of: ${platforms.join(', ')}.`;
  }
  for (const [name, most] of Object.entries(longest)) {
    const value = body[name] ?? '';
    if (typeof value !== 'string') return `${name} must be text.`;
    if (value.length > most) return `${name} may have ${most.toLocaleString('en')} characters at most.`;
  }
  return 'The parameters are not valid.';
}
