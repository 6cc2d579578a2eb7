import { QueryClient } from '@tanstack/react-query';
import { stubServer } from '../../../test/browser.tsx';
import { videos } from '../../../test/dashboard.ts';
import { video } from '../../../test/people.ts';
import { videosQuery } from './api.ts';

it('leaves planned entries out of the list of videos', async () => {
  const [made, planned] = [video('made'), video('planned', 'planned')];
  stubServer({ 'GET /api/videos': videos(planned, made) });
  const list = await new QueryClient().fetchQuery(videosQuery(false));
  expect(list.videos.map(({ id }) => id)).toEqual(['made']);
});
