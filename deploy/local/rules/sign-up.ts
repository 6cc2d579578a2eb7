import type { Rule } from './rule.ts';

export const signUpRules: readonly Rule[] = [
  {
    id: 'ASVS 2.2.1',
    says: 'an e-mail address is a single address that mail can be sent to',
    file: 'services/auth/src/users/email.ts',
    find: '|| !EMAIL.test(normalized)',
    put: "|| !normalized.includes('@')",
    test: 'services/auth/src/users/email.test.ts',
    named: 'may not have',
  },
  {
    id: 'ASVS 2.2.1',
    says: 'a name cannot change the text direction of a screen or a mail',
    file: 'services/auth/src/users/name.ts',
    find: 'if (INVISIBLE.test(trimmed)) {',
    put: 'if (trimmed.length > NAME_MAX) {',
    test: 'services/auth/src/users/name.test.ts',
    named: 'may not have',
  },
  {
    id: 'ASVS 6.3.1',
    says: 'signing up with the e-mail address of an account and a wrong password signs nobody in',
    file: 'services/auth/src/sign-in/sign-in.routes.ts',
    find: 'const { user } = await checkLogin(deps, request);',
    put: 'const user = await findUserByEmail(deps.db, requireEmail(request.body.email));',
    test: 'services/auth/test/sign-in.service.test.ts',
    named: 'refuses an e-mail that has an account',
  },
];
