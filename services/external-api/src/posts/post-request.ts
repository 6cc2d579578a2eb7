import { AppError } from '@reelwright/errors';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';

export const platforms = ['instagram', 'facebook', 'tiktok', 'youtube'] as const;
export type Platform = (typeof platforms)[number];
export const titles: Readonly<Record<Platform, string>> = {
  instagram: 'Instagram',
  facebook: 'Facebook',
  tiktok: 'TikTok',
  youtube: 'YouTube',
};

const optional = (maxLength: number) => Type.Optional(Type.Union([Type.Null(), Type.String({ maxLength })]));

const Fields = Type.Object(
  {
    platforms: Type.Optional(
      Type.Array(Type.Union(platforms.map((platform) => Type.Literal(platform))), { maxItems: 8 }),
    ),
    videoUrl: optional(2_048),
    description: optional(5_000),
    title: optional(100),
  },
  { additionalProperties: false },
);

/** What a partner wants posted, beside the video file. */
export interface PostRequest {
  readonly platforms: readonly Platform[];
  readonly videoUrl: string | undefined;
  readonly description: string;
  readonly title: string;
}

/**
 * @param only the platform of the address, for the calls that post to one.
 * @throws AppError VALIDATION_FAILED, MISSING_PARAMETERS
 */
export function readPostRequest(body: Record<string, unknown>, hasFile: boolean, only?: Platform): PostRequest {
  if (!Value.Check(Fields, body)) {
    const [problem] = Value.Errors(Fields, body);
    const where = problem?.instancePath.replace(/^\//, '').replaceAll('/', '.') || unknownField(body);
    throw new AppError('INVALID_ARGUMENT', 'VALIDATION_FAILED', `${where}: ${problem?.message ?? 'not valid'}`);
  }
  const { platforms: wanted = [], videoUrl, description, title }: Static<typeof Fields> = body;
  if (only && wanted.some((platform) => platform !== only)) {
    throw new AppError(
      'INVALID_ARGUMENT',
      'VALIDATION_FAILED',
      `platforms: this address posts to ${titles[only]} only`,
    );
  }
  const going = only ? [only] : [...new Set(wanted)];
  const url = videoUrl || undefined;
  if (going.length === 0) throw missing('platforms');
  if (going.includes('instagram') && !url) throw missing('videoUrl (Instagram fetches the video from there)');
  if (!hasFile && !url) throw missing('videoFile or videoUrl');
  return { platforms: going, videoUrl: url, description: description ?? '', title: title ?? '' };
}

function missing(what: string): AppError {
  return new AppError('INVALID_ARGUMENT', 'MISSING_PARAMETERS', `Missing required parameters: ${what}.`);
}

function unknownField(body: Record<string, unknown>): string {
  return Object.keys(body).find((name) => !Object.hasOwn(Fields.properties, name)) ?? 'body';
}
