import type { ProviderError } from '../../core/provider-error.ts';
import { googleError, invalidArgument } from '../errors.ts';
import type { Privacy } from './video.ts';

export interface VideoMetadata {
  title: string;
  description: string;
  tags: string[];
  categoryId: string;
  privacy: Privacy;
  publishAt: string | null;
  madeForKids: boolean;
  synthetic: boolean;
  embeddable: boolean;
  license: 'youtube' | 'creativeCommon';
}

type Kind = 'string' | 'boolean' | 'strings' | readonly string[];
const sections: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  snippet: {
    title: 'string',
    description: 'string',
    tags: 'strings',
    categoryId: 'string',
    defaultLanguage: 'string',
    defaultAudioLanguage: 'string',
  },
  status: {
    privacyStatus: ['private', 'unlisted', 'public'],
    publishAt: 'string',
    selfDeclaredMadeForKids: 'boolean',
    containsSyntheticMedia: 'boolean',
    embeddable: 'boolean',
    license: ['youtube', 'creativeCommon'],
    publicStatsViewable: 'boolean',
  },
  recordingDetails: { recordingDate: 'string' },
};
const parts = [
  'id',
  'contentDetails',
  'player',
  'processingDetails',
  'statistics',
  'localizations',
  ...Object.keys(sections),
];
const categories = ['1', '2', '10', '15', '17', '19', '20', '22', '23', '24', '25', '26', '27', '28', '29'];

/**
 * Checks the body of videos.insert against its `part`: every section sent must be named, no unknown field, right types,
 * and YouTube's rules for title (1 to 100 characters, no < or >), description (5000 bytes) and tags (500 characters).
 */
export function videoMetadata(body: Record<string, unknown>, part: string | undefined, now: Date): VideoMetadata {
  const named = namedParts(part);
  for (const [section, value] of Object.entries(body)) {
    if (section === 'kind' || section === 'id' || section === 'etag') continue;
    const fields = sections[section];
    if (!fields) throw invalidArgument(`Invalid JSON payload received. Unknown name "${section}": Cannot find field.`);
    if (!named.includes(section)) {
      throw googleError(
        400,
        'unexpectedPart',
        `'${section}' is set in the request body but is not named by the part parameter.`,
        { domain: 'youtube.part', location: 'part', locationType: 'parameter' },
      );
    }
    checkSection(section, value, fields);
  }
  const { snippet = {}, status = {} } = body as { snippet?: Record<string, never>; status?: Record<string, never> };
  const { title = '', description = '', tags = [], categoryId = '22' } = snippet as Record<string, never>;
  const metadata: VideoMetadata = {
    title,
    description,
    tags,
    categoryId,
    privacy: status.privacyStatus ?? 'public',
    publishAt: status.publishAt ?? null,
    madeForKids: status.selfDeclaredMadeForKids ?? false,
    synthetic: status.containsSyntheticMedia ?? false,
    embeddable: status.embeddable ?? true,
    license: status.license ?? 'youtube',
  };
  checkRules(metadata, now);
  return metadata;
}

/** The parts that a call names. @throws for none or an unknown one */
export function namedParts(part: string | readonly string[] | undefined, known: readonly string[] = parts): string[] {
  const named = [part ?? []]
    .flat()
    .flatMap((text) => text.split(','))
    .filter(Boolean);
  if (named.length === 0)
    throw googleError(400, 'missingRequiredParameter', 'No filter selected. Expected one of: part', {
      domain: 'youtube.parameter',
      location: 'part',
      locationType: 'parameter',
    });
  const unknown = named.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw googleError(400, 'unknownPart', `'${unknown}'`, {
      domain: 'youtube.part',
      location: 'part',
      locationType: 'parameter',
    });
  return named;
}

function checkSection(section: string, value: unknown, fields: Readonly<Record<string, Kind>>): void {
  if (value === null || typeof value !== 'object') throw invalidArgument(`Invalid value at 'resource.${section}'`);
  for (const [name, content] of Object.entries(value)) {
    const kind = fields[name];
    if (kind === undefined)
      throw invalidArgument(
        `Invalid JSON payload received. Unknown name "${name}" at 'resource.${section}': Cannot find field.`,
      );
    const fits =
      kind === 'strings'
        ? Array.isArray(content) && content.every((item) => typeof item === 'string')
        : typeof kind === 'string'
          ? typeof content === kind
          : typeof content === 'string' && kind.includes(content);
    if (!fits) throw invalidArgument(`Invalid value at 'resource.${section}.${name}', "${String(content)}"`);
  }
}

function checkRules({ title, description, tags, categoryId, privacy, publishAt }: VideoMetadata, now: Date): void {
  if (title.trim() === '' || title.length > 100 || /[<>]/.test(title))
    throw invalid(
      'invalidTitle',
      'The request metadata specifies an invalid or empty video title.',
      'body.snippet.title',
    );
  if (Buffer.byteLength(description) > 5000 || /[<>]/.test(description))
    throw invalid(
      'invalidDescription',
      'The request metadata specifies an invalid video description.',
      'body.snippet.description',
    );
  // A tag with a space counts with its quotes, and commas between tags count too.
  const length = tags.reduce(
    (sum, tag) => sum + tag.length + (tag.includes(' ') ? 2 : 0),
    Math.max(0, tags.length - 1),
  );
  if (length > 500 || tags.some((tag) => /[<>]/.test(tag)))
    throw invalid('invalidTags', 'The request metadata specifies invalid video keywords.', 'body.snippet.tags[]');
  if (!categories.includes(categoryId))
    throw invalid(
      'invalidCategoryId',
      'The snippet.categoryId property specifies an invalid category ID.',
      'body.snippet.categoryId',
    );
  if (publishAt !== null && (privacy !== 'private' || !(Date.parse(publishAt) > now.getTime()))) {
    throw invalid(
      'invalidPublishAt',
      'The request metadata specifies an invalid scheduled publishing time.',
      'body.status.publishAt',
    );
  }
}

function invalid(reason: string, message: string, location: string): ProviderError {
  return googleError(400, reason, message, { domain: 'youtube.video', location });
}
