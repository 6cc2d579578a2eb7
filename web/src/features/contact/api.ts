import { useMutation } from '@tanstack/react-query';
import { request } from '../../lib/api-client.ts';
import type { Body } from '../../lib/contract.ts';

/** The browser chooses `id`, so that a repeated submission is sent once. `website` is hidden from people and traps bots. */
export type ContactMessage = Body<'POST', '/api/contact'>;

/** POST /api/contact: sends a mail to the operator, and none to the sender. */
export const useSendMessage = () =>
  useMutation({
    mutationFn: (message: ContactMessage) => request('POST', '/api/contact', { body: message }),
    gcTime: 0,
  });
