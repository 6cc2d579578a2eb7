import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as product from '@reelwright/product';
import { runCommand } from './toolchain/command.ts';

/** Ids and addresses, by the name of their field in any event. */
const REFERENCES = new Set([
  'account_id',
  'container_id',
  'file_id',
  'folder_url',
  'grant_id',
  'media_key',
  'payment_id',
  'permalink',
  'platform_post_id',
  'poster_key',
  'regeneration_id',
  'stripe_subscription_id',
  'user_id',
  'video_id',
  'web_view_link',
]);
/** Names and ids of other systems, and fields that only machines read. */
const CODES = new Set([
  'AccountErased.service',
  'SubscriptionChanged.overdue_currency',
  'PaymentSucceeded.currency',
  'PaymentRefunded.currency',
  'ConfigurationSaved.rows',
  'VideoReviewed.rows',
  'VideoProgressed.operation',
  'VideoGenerated.sha256',
  'PostedEntry.time_zone',
  'VideoRequested.time_zone',
  'VideoRescheduled.time_zone',
]);
const NUMBER = /^TYPE_(?:BOOL|DOUBLE|ENUM|FLOAT|S?FIXED(?:32|64)|[SU]?INT(?:32|64))$/;
/** A text or a name of a person is the same in every language. */
const OWN_TEXT = /(?:^|[.:;] )A person's own text\b/;
const SET = /[Oo]ne of `(\w+)` in libs\/product/;

/** Files as `buf build` describes them, of which these parts are read. */
interface ProtoFile {
  readonly name: string;
  readonly package?: string;
  readonly messageType?: readonly Message[];
  readonly sourceCodeInfo: {
    readonly location: readonly { readonly path?: readonly number[]; readonly leadingComments?: string }[];
  };
}
interface Message {
  readonly name: string;
  readonly field?: readonly { readonly name: string; readonly type: string; readonly typeName?: string }[];
  readonly nestedType?: readonly Message[];
}
/** The numbers of descriptor.proto in the path of a comment. */
const MESSAGES_OF_FILE = 4;
const FIELDS_OF_MESSAGE = 2;
const MESSAGES_OF_MESSAGE = 3;

/** @returns the fields of events under `folder` that may hold a sentence, and why; events carry codes and data */
export async function textsInEvents(buf: string, folder: string, scratch: string): Promise<string[]> {
  const described = join(scratch, 'events.json');
  const { code, output } = await runCommand(buf, ['build', folder, '-o', described]);
  if (code !== 0) return [output];
  const { file } = JSON.parse(readFileSync(described, 'utf8')) as { file: readonly ProtoFile[] };
  const eventFiles = file.filter(({ name }) => name.endsWith('_events.proto'));
  const known = new Set(['.google.protobuf.Timestamp', ...eventFiles.flatMap(typesOf)]);
  return eventFiles.flatMap((eventFile) => textsIn(eventFile, known));
}

function typesOf({ package: parent = '', messageType = [] }: ProtoFile): string[] {
  const named = (message: Message, scope: string): string[] => {
    const name = `${scope}.${message.name}`;
    return [name, ...(message.nestedType ?? []).flatMap((nested) => named(nested, name))];
  };
  return messageType.flatMap((message) => named(message, parent && `.${parent}`));
}

function textsIn({ name: path, messageType = [], sourceCodeInfo }: ProtoFile, known: ReadonlySet<string>): string[] {
  const comments = new Map(
    sourceCodeInfo.location.map(({ path: place = [], leadingComments = '' }) => [place.join('.'), leadingComments]),
  );
  const inMessage = (message: Message, name: string, place: string): string[] => [
    ...(message.field ?? []).flatMap((field, index) => {
      const isKnown = NUMBER.test(field.type) || (field.typeName !== undefined && known.has(field.typeName));
      const comment = comments.get(`${place}.${FIELDS_OF_MESSAGE}.${index}`) ?? '';
      const reason = isKnown
        ? undefined
        : reasonAgainst(field, `${name}.${field.name}`, comment.replaceAll(/\s+/g, ' ').trim());
      if (reason === undefined) return [];
      return [
        `${path}: ${name}.${field.name}: ${reason}: send a code and its data, and write its words in libs/causes`,
      ];
    }),
    ...(message.nestedType ?? []).flatMap((nested, index) =>
      inMessage(nested, `${name}.${nested.name}`, `${place}.${MESSAGES_OF_MESSAGE}.${index}`),
    ),
  ];
  return messageType.flatMap((message, index) => inMessage(message, message.name, `${MESSAGES_OF_FILE}.${index}`));
}

function reasonAgainst(field: { name: string; type: string }, name: string, comment: string): string | undefined {
  if (field.type === 'TYPE_STRING') {
    if (REFERENCES.has(field.name) || CODES.has(name) || OWN_TEXT.test(comment)) return undefined;
    const set = SET.exec(comment)?.[1];
    if (set !== undefined) {
      return Array.isArray(Reflect.get(product, set)) ? undefined : `libs/product has no set \`${set}\``;
    }
  }
  return "deploy/local/src/event-texts.ts lists it as no id, address or code, and its comment as no person's own text";
}
