import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import type { Topic } from './topics.ts';

/** Advice for a topic, and the promised reply time if there is one. */
export function TopicHint({ topic }: { topic: Topic }) {
  switch (topic) {
    case 'takedown':
      return (
        <>
          We reply to takedown requests within 48 hours. Tell us where the video is, and which part of it is your work.{' '}
          <Link to={`${paths.terms}#takedown`}>More about takedowns</Link>
        </>
      );
    case 'privacy':
      return (
        <>
          We respond to requests about your data within 30 days.{' '}
          <Link to={paths.dataDeletion}>Have your data deleted</Link>
        </>
      );
    case 'partner_api':
      return (
        <>
          Many answers are in the <Link to={paths.apiDocs}>API documentation</Link>. Never send us your API key.
        </>
      );
    case 'billing':
      return 'Please never send us card numbers.';
    case 'videos':
      return 'Tell us which video you mean: its date and time, and the platform.';
    default:
      return 'Questions, ideas, praise: everything is welcome.';
  }
}
