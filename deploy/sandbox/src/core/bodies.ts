import type { FastifyInstance } from 'fastify';
import { partsOf } from './multipart.ts';

/** Parses `application/x-www-form-urlencoded` bodies as a flat object of texts. Of repeated names the last one is used. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}

/** Parses the text fields of `multipart/form-data` like those of a form. Files are left out. */
export function acceptMultipartForms(app: FastifyInstance): void {
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (request, body, done) => {
    const parts = partsOf(request.headers['content-type'] ?? '', body as Buffer);
    const fields = parts.flatMap((part) => (part.name === undefined ? [] : [[part.name, part.body.toString()]]));
    done(null, Object.fromEntries(fields));
  });
}

/** Passes every other body to the route as a stream (`request.body as Readable`), so that uploads are not buffered. */
export function acceptStreams(app: FastifyInstance): void {
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
}

/** Parses JSON bodies. An empty one is undefined. `invalid` creates the provider's error for malformed JSON. */
export function acceptJson(app: FastifyInstance, invalid: () => Error): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(String(body)));
    } catch {
      done(invalid());
    }
  });
}
