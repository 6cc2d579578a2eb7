import Negotiator from 'negotiator';

/** The tag that an Accept-Language header prefers; the first without a header, or if it accepts none. */
export function bestTag<Tag extends string>(accepted: string | undefined, tags: readonly Tag[]): Tag {
  const negotiator = new Negotiator({ headers: { 'accept-language': accepted } });
  return (negotiator.language([...tags]) ?? tags[0]) as Tag;
}
