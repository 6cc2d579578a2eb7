import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { errorResponses } from '@reelwright/http-server';
import Type from 'typebox';
import { NAME_MAX } from '../users/name.ts';
import { CONTACT_TOPICS, type ContactTopic, MESSAGE_MAX } from './contact-message.ts';
import { type ContactDeps, sendContactMessage } from './send-contact-message.ts';

const Body = Type.Object(
  {
    /** Of this message, made by the browser: a repeated submission sends it once. */
    id: Type.String({ format: 'uuid' }),
    name: Type.String({ maxLength: NAME_MAX }),
    email: Type.String({ maxLength: 320 }),
    topic: Type.Union(Object.keys(CONTACT_TOPICS).map((topic) => Type.Literal(topic as ContactTopic))),
    /** Looser than the rule, which counts the trimmed text and has an error of its own. */
    message: Type.String({ maxLength: 2 * MESSAGE_MAX }),
    /** A field that people do not see. Programs that fill in every field get the same answer, and send nothing. */
    website: Type.Optional(Type.String({ maxLength: 2_000 })),
  },
  { additionalProperties: false },
);

/** Every character may come as six bytes (`\u4e00`): what is limited is the text. The gateway takes as much. */
const LONGEST_BODY = 64 * 1024;

/** POST /api/contact → 202 {ok: true}. A session is used but not required. */
export const contactRoutes: FastifyPluginAsyncTypebox<ContactDeps> = async (app, deps) => {
  app.post(
    '/api/contact',
    {
      bodyLimit: LONGEST_BODY,
      schema: {
        body: Body,
        response: { 202: Type.Object({ ok: Type.Literal(true) }), ...errorResponses(400, 403, 404, 429) },
      },
    },
    async (request, reply) => {
      const { website, ...message } = request.body;
      if (!website) {
        const userId = request.identity?.credential === 'session' ? request.identity.userId : undefined;
        await sendContactMessage(deps, { ...message, userId, address: request.ip });
      }
      return reply.code(202).send({ ok: true as const });
    },
  );
};
