import { accessRules } from './access.ts';
import { accountDataRules } from './account-data.ts';
import { audienceRules } from './audiences.ts';
import { chatRules } from './chat.ts';
import { contactRules } from './contact.ts';
import { credentialRules } from './credentials.ts';
import { gatewayRules } from './gateway.ts';
import { moneyRules } from './money.ts';
import { oauthRules } from './oauth.ts';
import { passwordRules } from './passwords.ts';
import { postingRules } from './posting.ts';
import { requestRules } from './requests.ts';
import { restoreRules } from './restores.ts';
import type { Rule } from './rule.ts';
import { sessionRules } from './sessions.ts';
import { settingRules } from './settings.ts';
import { signUpRules } from './sign-up.ts';
import { uploadRules } from './uploads.ts';

/** Every rule that `make check-proof` may undo. */
export const rules: readonly Rule[] = [
  ...sessionRules,
  ...passwordRules,
  ...oauthRules,
  ...requestRules,
  ...accessRules,
  ...audienceRules,
  ...accountDataRules,
  ...credentialRules,
  ...contactRules,
  ...moneyRules,
  ...postingRules,
  ...restoreRules,
  ...settingRules,
  ...signUpRules,
  ...uploadRules,
  ...chatRules,
  ...gatewayRules,
];
