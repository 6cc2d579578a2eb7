import { AppError } from '@reelwright/errors';
import { Agent, type Dispatcher, request } from 'undici';
import { toPlainText } from './plain-text.ts';

export const WEBHOOK_TIMEOUT_MS = 15_000;
const MAX_RESPONSE_BYTES = 64 * 1024;

export interface ChatWebhook {
  readonly name: string;
  /** @throws AppError CHAT_UNAVAILABLE unless the webhook responds with a text */
  ask(message: string, sessionId: string): Promise<string>;
  stop(): Promise<void>;
}

export interface ChatWebhookOptions {
  /** The operator's URL; redirects are not followed. */
  readonly url: string;
  readonly secret?: string | undefined;
  readonly supportEmail: string | undefined;
  readonly timeoutMs?: number | undefined;
}

/** Relays messages in the format of n8n's chat trigger: only the message and the session id are sent. */
export function createChatWebhook(options: ChatWebhookOptions): ChatWebhook {
  const { url, secret, supportEmail, timeoutMs = WEBHOOK_TIMEOUT_MS } = options;
  const dispatcher = new Agent({ keepAliveTimeout: 5_000 });

  async function ask(message: string, sessionId: string): Promise<string> {
    try {
      const { statusCode, body } = await request(url, {
        dispatcher,
        method: 'POST',
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          accept: 'application/json',
          'accept-encoding': 'identity',
          'content-type': 'application/json',
          ...(secret ? { authorization: `Bearer ${secret}` } : {}),
        },
        body: JSON.stringify({ action: 'sendMessage', sessionId, chatInput: message }),
      });
      const responseText = await readText(body);
      if (statusCode < 200 || statusCode > 299) throw new Error(`the chat webhook responded with ${statusCode}`);
      const reply = toPlainText(replyOf(JSON.parse(responseText)));
      if (reply === '') throw new Error('the response of the chat webhook has no text');
      return reply;
    } catch (cause) {
      throw unavailable(supportEmail, cause);
    }
  }

  return { name: 'chat webhook', ask, stop: () => dispatcher.destroy() };
}

async function readText(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    // Leaving the loop destroys the body.
    if (bytes > MAX_RESPONSE_BYTES) throw new Error('the response of the chat webhook is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** `{output}`, `{text}`, or a list that begins with one of them. */
function replyOf(response: unknown): string {
  const item: unknown = Array.isArray(response) ? response[0] : response;
  if (typeof item !== 'object' || item === null) return '';
  const { output, text } = item as { output?: unknown; text?: unknown };
  return [output, text].find((words): words is string => typeof words === 'string' && words.trim() !== '') ?? '';
}

/** The cause is logged and never contains the message or the reply. */
function unavailable(supportEmail: string | undefined, cause: unknown): AppError {
  const contact = supportEmail ? `Please contact support at ${supportEmail}.` : 'Please contact support.';
  const safeCause = cause instanceof SyntaxError ? new Error('the response of the chat webhook is not JSON') : cause;
  return new AppError('UNAVAILABLE', 'CHAT_UNAVAILABLE', `The assistant did not answer. ${contact}`, {
    cause: safeCause,
  });
}
