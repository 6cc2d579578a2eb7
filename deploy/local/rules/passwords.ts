import type { Rule } from './rule.ts';

const PASSWORD = 'services/auth/src/passwords/password.ts';
const THROTTLE = 'services/auth/src/passwords/throttle.ts';
const SIGN_IN = 'services/auth/test/sign-in.service.test.ts';

export const passwordRules: readonly Rule[] = [
  {
    id: 'ASVS 6.2.1',
    says: 'a password has eight characters at least',
    file: PASSWORD,
    find: '[...password].length < PASSWORD_MIN',
    put: '[...password].length < 1',
    test: SIGN_IN,
    named: 'a short password',
  },
  {
    id: 'ASVS 11.4.2',
    says: 'no password is stored as it was typed',
    file: PASSWORD,
    find: '$${base64(tag)}`;',
    put: '$${base64(tag)}${password}`;',
    test: SIGN_IN,
    named: 'keeps neither the password nor the session id in the database',
  },
  {
    id: 'ASVS 6.3.1',
    says: 'an address waits after five wrong passwords for an account',
    file: THROTTLE,
    find: 'const FREE_FAILURES = 5;',
    put: 'const FREE_FAILURES = 50;',
    test: SIGN_IN,
    named: 'makes an address wait after five failures at an account, and not before',
  },
  {
    id: 'ASVS 6.3.1',
    says: 'an address waits that tries one password at many accounts',
    file: THROTTLE,
    find: 'waits: [pair, `address:${address}`]',
    put: 'waits: [pair]',
    test: SIGN_IN,
    named: 'makes an address wait that tries many accounts',
  },
  {
    id: 'ASVS 6.3.1',
    says: 'guesses at one account from everywhere are slowed down',
    file: THROTTLE,
    find: 'failures >= ${SLOW_FROM_FAILURES}',
    put: 'failures >= 1000000',
    test: SIGN_IN,
    named: 'after twenty guesses an answer takes a second',
  },
  {
    id: 'ASVS 6.3.1',
    says: 'guesses that come at once are counted one after the other',
    file: 'services/auth/src/passwords/turns.ts',
    find: 'const AT_ONCE = 2;',
    put: 'const AT_ONCE = 1000;',
    test: SIGN_IN,
    named: 'counts guesses that come at once one after the other',
  },
  {
    id: 'ASVS 6.3.8',
    says: 'a login does not tell whether there is such an account',
    file: 'services/auth/src/sessions/sign-in.routes.ts',
    find: 'const isRight = await verifyPassword(',
    put: "if (!user) throw new AppError('NOT_FOUND', 'NO_SUCH_ACCOUNT', 'There is no such account.');\n  const isRight = await verifyPassword(",
    test: SIGN_IN,
    named: 'answers a wrong password and an unknown account alike',
  },
];
