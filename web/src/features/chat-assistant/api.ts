import { useMutation } from '@tanstack/react-query';
import { request } from '../../lib/api-client.ts';
import type { Body } from '../../lib/contract.ts';
import { addLine } from './conversation.ts';

type Question = Body<'POST', '/api/chat'>;

/** Longer than the server waits for its own assistant. */
const PATIENCE_MS = 20_000;

/** Sends a message; its reply joins the conversation, also when the panel was closed meanwhile. */
export const useAsk = () =>
  useMutation({
    mutationFn: (question: Question) => withPatience(request('POST', '/api/chat', { body: question })),
    onSuccess: ({ reply, suggestions }, { sessionId }) =>
      addLine(sessionId, { from: 'assistant', text: reply, suggestions }),
  });

function withPatience<Result>(call: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The assistant did not answer in time.')), PATIENCE_MS);
  });
  return Promise.race([call, end]).finally(() => clearTimeout(timer));
}
