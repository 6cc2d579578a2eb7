import type { Rule } from './rule.ts';

const QUOTA = 'services/auth/src/contact/contact-quota.ts';
const SEND = 'services/auth/src/contact/send-contact-message.ts';
const CONTACT_TEST = 'services/auth/test/contact.service.test.ts';

export const contactRules: readonly Rule[] = [
  {
    id: 'ASVS 2.4.1',
    says: 'a network may send five contact messages an hour',
    file: QUOTA,
    find: 'const MESSAGES_PER_NETWORK_AND_HOUR = 5;',
    put: 'const MESSAGES_PER_NETWORK_AND_HOUR = 50;',
    test: CONTACT_TEST,
    named: 'accepts five messages an hour from one network',
  },
  {
    id: 'ASVS 2.4.1',
    says: 'an IPv6 network counts as one sender',
    file: 'libs/http-server/src/caller-network.ts',
    find: 'const IPV6_BITS = 64;',
    put: 'const IPV6_BITS = 128;',
    test: 'libs/http-server/test/caller-network.test.ts',
    named: 'counts as',
  },
  {
    id: 'ASVS 2.4.1',
    says: 'the contact form sends at most two hundred messages a day',
    file: QUOTA,
    find: 'const MESSAGES_PER_DAY = 200;',
    put: 'const MESSAGES_PER_DAY = 2_000;',
    test: CONTACT_TEST,
    named: 'accepts two hundred messages a day in total',
  },
  {
    id: 'ASVS 2.4.1',
    says: 'simultaneous messages do not exceed the limit',
    file: SEND,
    find: 'await lockQuota(trx);',
    put: '',
    test: CONTACT_TEST,
    named: 'accepts no more when they arrive at the same time',
  },
  {
    id: 'ASVS 2.3.1',
    says: 'a repeated submission of the contact form sends one mail',
    file: SEND,
    find: 'if (await hasMailFor(trx, reason)) return;',
    put: '',
    test: CONTACT_TEST,
    named: 'sends a repeated submission once',
  },
  {
    id: 'ASVS 1.3.11',
    says: 'an answer to a contact message goes to one valid address',
    file: 'services/auth/src/contact/contact-message.ts',
    find: 'const email = requireEmail(input.email);',
    put: 'const { email } = input;',
    test: CONTACT_TEST,
    named: 'lets no sender inject headers',
  },
  {
    id: 'ASVS 14.2.7',
    says: 'a message to support is deleted with the account it came from',
    file: SEND,
    find: '...(user && { userId: user.id }),',
    put: '',
    test: CONTACT_TEST,
    named: 'names the account, is exported, and is deleted with the account',
  },
];
