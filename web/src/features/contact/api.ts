import { useMutation } from '@tanstack/react-query';
import { request } from '../../lib/api-client.ts';
import type { Topic } from './topics.ts';

export interface ContactMessage {
  /** Made here: a repeated submission is sent once. */
  id: string;
  name: string;
  email: string;
  topic: Topic;
  message: string;
  /** A field that people do not see. */
  website?: string;
}

/** POST /api/contact: a mail to the operator; the sender gets none. */
export const useSendMessage = () =>
  useMutation({
    mutationFn: (message: ContactMessage) => request<{ ok: true }>('POST', '/api/contact', message),
    gcTime: 0,
  });
