import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { errorResponses, nullable, oneOf, oneOfOrNull, readerOf, requireUser } from '@reelwright/http-server';
import { mostEntries, platforms, postNeeds, recordOf, videoStates } from '@reelwright/product';
import Type from 'typebox';
import type { FreeVideoDeps } from '../requests/free-video-budget.ts';
import { configurationInputs, configurationSchemas } from '../settings/configuration-settings.ts';
import { settingInputs, settingSchemas } from '../settings/entry-settings.ts';
import { VideoStatusSchema } from '../timeline/status.schema.ts';
import { type ForecastDeps, forecastPosts } from './forecast-posts.ts';
import {
  type ConfigurationDeps,
  describeCauses,
  findFolderUrl,
  readForecast,
  readSavedConfiguration,
} from './read-configuration.ts';
import { saveConfiguration } from './save-configuration.ts';

const CalendarEntry = Type.Object({
  id: Type.String(),
  date: Type.String(),
  time: Type.String(),
  publishAt: Type.String({ description: 'Its instant; date and time are wall time in the zone of the configuration.' }),
  index: Type.Integer(),
  ...settingSchemas,
  requested: nullable(
    Type.Object({
      videoType: Type.String(),
      captions: Type.Object(recordOf(platforms, () => Type.String())),
    }),
    'The style and the texts that its video was requested with, which are posted until it is changed.',
  ),
  state: oneOf(videoStates),
  status: VideoStatusSchema,
  why: Type.Union([Type.Object({ code: Type.String(), message: Type.String(), fix: Type.String() }), Type.Null()], {
    description: 'Why it does not simply go out, and what to do.',
  }),
});

const SavedConfiguration = Type.Object({
  /** Null before the first save, as are the two times. */
  id: nullable(Type.String()),
  userId: Type.String(),
  createdAt: nullable(Type.String()),
  updatedAt: nullable(Type.String()),
  saved: Type.Boolean(),
  version: Type.Integer(),
  ...configurationSchemas,
  scheduledDates: Type.Array(CalendarEntry),
  videosPerMonth: Type.Integer(),
  usedThisMonth: Type.Integer(),
  folderUrl: nullable(Type.String()),
});

const SaveBody = Type.Object(
  {
    ...configurationInputs,
    scheduledDates: Type.Optional(
      Type.Array(
        Type.Object(
          {
            id: Type.Optional(Type.String({ format: 'uuid' })),
            date: Type.String({ minLength: 1, maxLength: 10, errorMessage: { required: 'Date is required' } }),
            time: Type.String({ minLength: 1, maxLength: 5, errorMessage: { required: 'Time is required' } }),
            /** A displayed number. It is accepted, so that an answer can be sent back, and ignored. */
            index: Type.Optional(Type.Integer()),
            ...settingInputs,
          },
          { additionalProperties: false },
        ),
        { maxItems: mostEntries },
      ),
    ),
    version: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  { additionalProperties: false },
);

/** A post of the calendar; `index` is the displayed number of its entry. */
const post = { id: Type.String(), index: Type.Integer(), platform: oneOf<string>(platforms), code: Type.String() };

const Forecast = {
  notices: Type.Array(
    Type.Object({
      ...post,
      message: Type.String({ description: 'The platform, the cause and the new time, in plain words.' }),
      goesOutAt: Type.String(),
    }),
    { description: "What a platform's daily limit puts on another day, as far as it can be foreseen." },
  ),
  refusals: Type.Array(
    Type.Object({
      ...post,
      message: Type.String(),
      fix: Type.String(),
      needs: oneOfOrNull<string>(postNeeds, "What only the account's owner can do."),
    }),
    { description: 'What its platform would refuse as things are now, or what cannot be sent there.' },
  ),
};

const SaveAnswer = Type.Object({
  folderUrl: nullable(Type.String()),
  version: Type.Integer(),
  timeZone: Type.String(),
  scheduledDates: Type.Array(CalendarEntry),
  videoId: Type.Optional(Type.String()),
  ...Forecast,
});

/**
 * GET /api/video-configuration and POST /api/video-configurations, for the signed-in user.
 * GET /api/calendar-forecast: what can be foreseen of the calendar's posts → {notices, refusals}, both empty without
 * publishing's answer in 500 ms.
 */
export const configurationRoutes: FastifyPluginAsyncTypebox<ConfigurationDeps & ForecastDeps & FreeVideoDeps> = async (
  app,
  deps,
) => {
  app.get(
    '/api/video-configuration',
    { schema: { response: { 200: SavedConfiguration, ...errorResponses(401) } } },
    async (request) => readSavedConfiguration(deps, requireUser(request).userId, readerOf(request)),
  );

  app.get(
    '/api/calendar-forecast',
    { schema: { response: { 200: Type.Object(Forecast), ...errorResponses(401) } } },
    async (request) => readForecast(deps, requireUser(request).userId, readerOf(request)),
  );

  app.post(
    '/api/video-configurations',
    { schema: { body: SaveBody, response: { 200: SaveAnswer, ...errorResponses(400, 401, 403, 404, 409, 429, 503) } } },
    async (request) => {
      const { userId } = requireUser(request);
      const { scheduledDates = [], ...body } = request.body;
      const { calendar, ...saved } = await saveConfiguration(deps, userId, {
        ...body,
        address: request.ip,
        scheduledDates,
      });
      const reader = { ...readerOf(request), timeZone: saved.timeZone };
      const [folderUrl, forecast] = await Promise.all([
        findFolderUrl(deps, userId),
        forecastPosts(deps, { userId, timeZone: saved.timeZone, calendar, now: deps.clock.now() }, reader),
      ]);
      return { ...saved, folderUrl, scheduledDates: describeCauses(calendar, reader), ...forecast };
    },
  );
};
