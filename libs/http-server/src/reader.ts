import { type Language, type Languages, languageFor, type Reader } from '@reelwright/causes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpApp } from './index.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The language of the response's texts; undefined as long as it has none. */
    language: Language | undefined;
  }
  interface FastifyInstance {
    readonly languages: Languages;
  }
}

/** Lets `readerOf` choose among these languages. */
export function useLanguages(app: HttpApp, languages: Languages): void {
  app.decorate('languages', languages);
  app.decorateRequest('language', undefined);
}

/** A response for which `readerOf` was called names its language, and says that another request may get another. */
export function nameLanguage({ language }: FastifyRequest, reply: FastifyReply): void {
  if (language) reply.header('content-language', language.locale).header('vary', 'accept-language');
}

/** Who reads the response to this request: in the language of its Accept-Language header, in no known time zone. */
export function readerOf(request: FastifyRequest): Reader {
  request.language ??= languageFor(request.headers['accept-language'], request.server.languages);
  return { language: request.language, timeZone: undefined };
}
