import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { errorResponses } from '@reelwright/http-server';
import Type from 'typebox';
import { answerQuestion } from './answer-question.ts';
import { requireMessage } from './chat-message.ts';
import type { ChatWebhook } from './chat-webhook.ts';
import { type LimitMessagesDeps, limitMessages } from './message-limit.ts';

const BODY_LIMIT = 64 * 1024;

const Body = Type.Object(
  {
    message: Type.String(),
    /** Identifies the conversation, never a user. */
    sessionId: Type.String({ format: 'uuid' }),
  },
  { additionalProperties: false },
);

const Reply = Type.Object({
  reply: Type.String(),
  sessionId: Type.String(),
  suggestions: Type.Array(Type.String()),
});

export interface ChatDeps extends LimitMessagesDeps {
  /** Undefined when the FAQ answers. */
  readonly webhook: ChatWebhook | undefined;
  readonly supportEmail: string | undefined;
}

/** POST /api/chat {message, sessionId} → {reply, sessionId, suggestions}. Conversations are not stored or logged. */
export const chatRoutes: FastifyPluginAsyncTypebox<ChatDeps> = async (app, { webhook, supportEmail, ...limits }) => {
  app.post(
    '/api/chat',
    {
      bodyLimit: BODY_LIMIT,
      onRequest: limitMessages(limits),
      schema: { body: Body, response: { 200: Reply, ...errorResponses(400, 413, 429, 503) } },
    },
    async ({ body }) => {
      const message = requireMessage(body.message);
      const { sessionId } = body;
      if (!webhook) return { sessionId, ...answerQuestion(message, supportEmail) };
      return { sessionId, reply: await webhook.ask(message, sessionId), suggestions: [] };
    },
  );
};
