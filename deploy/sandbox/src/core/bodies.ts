import type { FastifyInstance } from 'fastify';
import { partsOf } from './multipart.ts';

/** Lets a provider read `application/x-www-form-urlencoded` bodies as a flat object of texts. The last of a repeated name counts. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}

/** Lets a provider read the text fields of `multipart/form-data` as those of a form. Files in it are left out. */
export function acceptMultipartForms(app: FastifyInstance): void {
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (request, body, done) => {
    const parts = partsOf(request.headers['content-type'] ?? '', body as Buffer);
    const fields = parts.flatMap((part) => (part.name === undefined ? [] : [[part.name, part.body.toString()]]));
    done(null, Object.fromEntries(fields));
  });
}

/** Hands every other kind of body to the route unread, as a stream (`request.body as Readable`), so that uploads need no memory. */
export function acceptStreams(app: FastifyInstance): void {
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
}

/** Reads JSON bodies. Some clients say JSON and send nothing: that is an undefined body. `invalid` makes the provider's own refusal. */
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
