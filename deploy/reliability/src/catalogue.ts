import { postCauses } from '@reelwright/product';

/** Codes of posts and connections that have a cause and a fix in plain words. */
export const catalogueCodes = (): ReadonlySet<string> => new Set(postCauses);
