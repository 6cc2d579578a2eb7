import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';

const Options = Type.Object({ passwordReset: Type.Boolean(), contactForm: Type.Boolean() });

/** GET /api/auth/options: the features of this installation, for anyone. */
export const optionsRoutes: FastifyPluginAsyncTypebox<{ passwordReset: boolean; contactForm: boolean }> = async (
  app,
  { passwordReset, contactForm },
) => {
  app.get('/api/auth/options', { schema: { response: { 200: Options } } }, async () => ({
    passwordReset,
    contactForm,
  }));
};
