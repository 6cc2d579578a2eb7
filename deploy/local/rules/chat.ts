import type { Rule } from './rule.ts';

const LIMIT = 'services/external-api/src/chat/message-limit.ts';
const WEBHOOK = 'services/external-api/src/chat/chat-webhook.ts';
const CHAT_TEST = 'services/external-api/test/chat.service.test.ts';
const WEBHOOK_TEST = 'services/external-api/test/chat-webhook.service.test.ts';

/** Rules about messages to the chat and about its webhook. */
export const chatRules: readonly Rule[] = [
  {
    id: 'ASVS 2.4.1',
    says: 'an address may send 20 messages a minute',
    file: LIMIT,
    find: 'limit: 20,',
    put: 'limit: 21,',
    test: CHAT_TEST,
    named: 'accepts exactly 20 of 60 simultaneous messages',
  },
  {
    id: 'ASVS 2.4.1',
    says: 'all addresses of one IPv6 network are one caller',
    file: LIMIT,
    find: 'networkOf(request.ip)',
    put: 'request.ip',
    test: CHAT_TEST,
    named: 'the whole network of an IPv6 address',
  },
  {
    id: 'ASVS 2.2.1',
    says: 'a message may have 200 characters',
    file: 'services/external-api/src/chat/chat-message.ts',
    find: 'countCharacters(message) > MAX_CHARACTERS',
    put: 'false',
    test: CHAT_TEST,
    named: 'with the message of the page',
  },
  {
    id: 'ASVS 15.3.2',
    says: 'a failure of the webhook is not shown as a reply',
    file: WEBHOOK,
    find: 'if (statusCode < 200 || statusCode > 299) throw new Error(`the chat webhook responded with ${statusCode}`);',
    put: '',
    test: WEBHOOK_TEST,
    named: 'is unavailable, with the support address',
  },
  {
    id: 'ASVS 2.4.1',
    says: 'no more than 64 KiB of a response are read',
    file: WEBHOOK,
    find: "if (bytes > MAX_RESPONSE_BYTES) throw new Error('the response of the chat webhook is too large');",
    put: '',
    test: WEBHOOK_TEST,
    named: 'is unavailable, with the support address',
  },
];
