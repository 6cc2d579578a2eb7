import { useMutation } from '@tanstack/react-query';
import { request } from '../../lib/api-client.ts';
import type { Body } from '../../lib/contract.ts';

/** `id` is made here: a repeated submission is sent once. `website`: a field that people do not see. */
export type ContactMessage = Body<'POST', '/api/contact'>;

/** POST /api/contact: a mail to the operator; the sender gets none. */
export const useSendMessage = () =>
  useMutation({
    mutationFn: (message: ContactMessage) => request('POST', '/api/contact', { body: message }),
    gcTime: 0,
  });
