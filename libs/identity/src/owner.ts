/** The service that a key belongs to: `external-api` of `external-api-1`. */
export const ownerOf = (kid: string): string => kid.replace(/-[^-]*$/, '');
