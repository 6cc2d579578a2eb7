import { type Language, type Languages, languageFor, type Reader } from '@reelwright/causes';
import type { FastifyRequest } from 'fastify';
import type { HttpApp } from './index.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The language of this answer's texts; undefined as long as it has none. */
    language: Language | undefined;
  }
  interface FastifyInstance {
    readonly languages: Languages;
  }
}

/** Each answer for which `readerOf` was called names its language, and that another request may get another. */
export function nameLanguage(app: HttpApp, languages: Languages): void {
  app.decorate('languages', languages);
  app.decorateRequest('language', undefined);
  app.addHook('onSend', async ({ language }, reply) => {
    if (language) reply.header('content-language', language.locale).header('vary', 'accept-language');
  });
}

/** Who reads the answer to this request: in the language of its Accept-Language header, in no known time zone. */
export function readerOf(request: FastifyRequest): Reader {
  request.language ??= languageFor(request.headers['accept-language'], request.server.languages);
  return { language: request.language, timeZone: undefined };
}
