import { QueryClient } from '@tanstack/react-query';
import { stubServer } from '../../../test/browser.tsx';
import { video } from '../../../test/people.ts';
import { videosQuery } from './api.ts';

it('leaves planned entries out of the list of videos', async () => {
  const [made, planned] = [video('made'), video('planned', 'planned')];
  stubServer({
    'GET /api/videos': {
      body: { serverTime: '2026-11-20T16:45:00Z', posting: { paused: false, since: null }, videos: [planned, made] },
    },
  });
  const { videos } = await new QueryClient().fetchQuery(videosQuery(false));
  expect(videos.map(({ id }) => id)).toEqual(['made']);
});
