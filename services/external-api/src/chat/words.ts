/** Words without meaning for the question. */
const STOP_WORDS = new Set(
  `a about actually all also afterwards always am an and any anybody anyone anything are as at be been being but by can cannot could d
  did do does doing don done dont each either else enter even ever every for from get gets getting go goes going got guy guys had has
  have having he hello her hers hey hi him his how however i if in included into is it its just kind let like ll m may maybe me might
  mine more most much must my myself need needs no not now of off ok okay on once one only or our ours out over own please
  possible possibly pretty quite rather re really s she should so some somebody someone something still such sure t than
  thank thanks that the their theirs them then there these they this those though through to together too up us use uses
  using very ve via want wants was we well were what whats whether which while who whom whose why will wish with within
  able anymore anytime around based both cant come comes compare compared course exactly first give given good happen happens
  included includes instead last later lot lots minimum mine nice normal offer own point put question service simple soon sure
  switch take takes thing things whenever work works would yes yet you your yours yourself make makes made making day tell`.split(
    /\s+/,
  ),
);

/**
 * Topics outside the FAQ with similar questions. One of these words in a message excludes every match, so no question or
 * phrasing may use one.
 */
const OTHER_TOPICS = new Set(
  `price prices pricing cost costs expensive cheap euro dollar refund refunds refunded reimbursement money paypal invoice
  invoices vat tax discount coupon voucher student contact phone call human agent email mail delete deleted remove
  forgot forgotten api webhook hiring job jobs career address located office company founder investor schedule scheduling`.split(
    /\s+/,
  ),
);

/** Requests outside the FAQ, made of words that its questions use too. They also exclude every match. */
const OTHER_REQUESTS = [
  /^(please )?how (to|(do|can|should) (i|we)) (create|make|generate)( (a|an|my|the|first|own|new))* (video|reel|clip)s?$/,
  /\b(change|reset|recover|replace|update|set)( (my|the|a|new))* password\b/,
  /^(how )?(can|do|may|to|could)( (i|we|to))* (up|down)grade( (my|the|a|to|from|free|pro|elite|plan|account|subscription))*$/,
  /\b(store|shop)s? (open|close)s?\b/,
  /\b(how long|until when)\b.*\b(keep|kept|store|stored|retain|retained)\b/,
  /\b(fail|fails|failed|failing|error|errors)\b/,
];

/** Stems of synonyms; each line maps to its first word. */
const SYNONYMS = new Map(
  `style template theme look
  customise customize personalise personalize adapt tailor adjust
  colour color
  sound audio music voice mute
  post publish upload share
  platform network channel
  tiktok tik tok
  facebook fb
  youtube yt
  reel clip short
  cancel unsubscribe quit terminate stop
  subscription membership
  contract commitment locked
  generate create render produce
  regenerate redo remake regen
  edit modify trim
  different difference differ special better alternative competitor instead app tool software
  resolution definition hd 4k pixel
  seconds duration length
  trial try test demo
  safe secure security safety trust protect oauth
  data information
  private privacy gdpr compliant
  encrypt encryption encrypted
  store save kept keep
  limit quota allowance
  exceed run ran
  minutes minute
  fast quick speed slow
  ready finish
  cycle reset renew
  film camera footage shoot
  ai artificial intelligence
  model engine veo veo3 sora runway kling
  folder file`
    .split('\n')
    .flatMap((line) => {
      const words = line.trim().split(/\s+/).map(stem);
      return words.map((word) => [word, words[0] ?? word] as const);
    }),
);

/** Cuts the most common English endings, so that the forms of a word become equal. */
export function stem(word: string): string {
  if (word.length < 5 || /\d/.test(word)) return word.length === 4 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
  return word
    .replace(/ies$/, 'y')
    .replace(/(ss|x|ch|sh)es$/, '$1')
    .replace(/([^su])s$/, '$1')
    .replace(/(ization|isation)$/, 'ise')
    .replace(/(ation|ating|ated|ator|ates|ate)$/, 'at')
    .replace(/(ing|ed|er|ly)$/, '')
    .replace(/([bdglmnprt])\1$/, '$1')
    .replace(/e$/, '');
}

/** The meaningful words of a text as stems, in order and without repeats. */
export function termsOf(text: string): string[] {
  const stems = wordsOf(text)
    .filter((word) => !STOP_WORDS.has(word))
    .map(stem);
  return [...new Set(stems.map((word) => SYNONYMS.get(word) ?? word))];
}

/** Whether a text has a topic or a request outside the FAQ. */
export function namesOtherTopic(text: string): boolean {
  const words = wordsOf(text);
  const plain = words.join(' ');
  return words.some((word) => OTHER_TOPICS.has(word)) || OTHER_REQUESTS.some((request) => request.test(plain));
}

export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];
