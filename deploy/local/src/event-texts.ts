import * as product from '@reelwright/product';

/** Names and ids of other systems, and fields that only machines read. */
const CODES = new Set([
  'AccountErased.service',
  'SubscriptionChanged.overdue_currency',
  'PaymentSucceeded.currency',
  'PaymentRefunded.currency',
  'ConfigurationSaved.rows',
  'VideoProgressed.operation',
  'VideoGenerated.sha256',
  'VideoRequested.time_zone',
  'VideoRescheduled.time_zone',
]);

const REFERENCE = /^(?:\w+_)?(?:id|key|url)$|^(?:permalink|web_view_link)$/;
const MESSAGE = /^message (\w+) \{\n([\s\S]*?)^\}/gm;
const FIELD = /((?:^ *\/\/.*\n)*)^ *(?:optional |repeated )?string (\w+) =/gm;
/** A text or a name of a person is the same in every language. */
const OWN_TEXT = /a person's own text/i;
const SET = /[Oo]ne of `(\w+)`/;

/** The string fields of events that may hold a sentence, as `path: message.field: reason`; events carry codes and data. */
export function textsInEvents(path: string, text: string): string[] {
  return [...text.matchAll(MESSAGE)].flatMap(([, message = '', body = '']) =>
    [...body.matchAll(FIELD)].flatMap(([, comment = '', field = '']) => {
      const name = `${message}.${field}`;
      if (REFERENCE.test(field) || OWN_TEXT.test(comment) || CODES.has(name)) return [];
      const set = SET.exec(comment)?.[1];
      if (set !== undefined && Array.isArray(Reflect.get(product, set))) return [];
      const reason =
        set === undefined ? "it is no id, code, address or person's own text" : `libs/product has no set \`${set}\``;
      return [`${path}: ${name}: ${reason}: send a code and its data, and write its words in libs/causes`];
    }),
  );
}
