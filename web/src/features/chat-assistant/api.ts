import { useMutation } from '@tanstack/react-query';
import { request } from '../../lib/api-client.ts';
import type { Body } from '../../lib/contract.ts';
import { addLine } from './conversation.ts';

type Question = Body<'POST', '/api/chat'>;

/** Longer than the server's own timeout for the assistant. */
const TIMEOUT_MS = 20_000;

/** Sends a message. Its reply is added to the conversation even if the panel was closed meanwhile. */
export const useSendQuestion = () =>
  useMutation({
    mutationFn: (question: Question) => withTimeout(request('POST', '/api/chat', { body: question })),
    onSuccess: ({ reply, suggestions }, { sessionId }) =>
      addLine(sessionId, { from: 'assistant', text: reply, suggestions }),
  });

function withTimeout<Result>(call: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The assistant did not answer in time.')), TIMEOUT_MS);
  });
  return Promise.race([call, end]).finally(() => clearTimeout(timer));
}
