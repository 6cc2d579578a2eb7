/**
 * What `make check-proof` changes for a row of web/e2e/coverage.md that is a rule, or whose text the code puts together.
 * `find` must occur in `file` exactly once, in any formatting. A row with two places is changed in both.
 */
export interface RowPlace {
  /** The row's screen and what it says, as in the table. */
  readonly row: string;
  readonly file: string;
  readonly find: string;
  readonly put: string;
}

const FEATURES = 'web/src/features';
const CODE_FORM = `${FEATURES}/admin/code-form.tsx`;
const ADMIN_LOCK = `${FEATURES}/admin/use-admin-lock.ts`;
const REGENERATION = `${FEATURES}/regeneration/regeneration-card.tsx`;
const ACCORDION = {
  file: 'web/src/ui/accordion.tsx',
  find: '<details key={item.question} open={place === open}>',
  put: '<details key={item.question} name="questions" open={place === open}>',
};
const GUARD = {
  file: 'web/src/session/require-session.tsx',
  find: 'useRedirectToLogin(user === null);',
  put: 'useRedirectToLogin(false);',
};

export const rowPlaces: readonly RowPlace[] = [
  {
    row: 'access: public pages open without a session',
    file: 'web/src/app/router.tsx',
    find: '<Route path={paths.terms} element={<TermsPage />} />',
    put: '<Route path={paths.terms} element={<Navigate to={paths.login} replace />} />',
  },
  {
    row: 'landing: an example plays with sound by a click, pauses and is muted by the next; several play',
    file: `${FEATURES}/landing/play-examples.ts`,
    find: 'playClip(video, { muted: false }, stop);',
    put: 'playClip(video, { muted: true }, stop);',
  },
  { row: 'landing: several answers of the FAQ may be open', ...ACCORDION },
  {
    row: 'header: Video Regeneration, Social Media, FAQ, Open Drive, from 320 px on',
    file: 'web/src/styles/frames.css',
    find: '.app-head nav a { padding-inline: 0.55rem; }',
    put: '.app-head nav a { padding-inline: 3rem; }',
  },
  {
    row: "header: FAQ in the app's header",
    file: 'web/src/app/app-frame.tsx',
    find: "{ text: 'FAQ', to: paths.faq, icon: 'question' },",
    put: '',
  },
  {
    row: 'footer: dashboard: product, support and legal lists',
    file: 'web/src/app/footer.tsx',
    find: "['Social Media', paths.social],",
    put: '',
  },
  {
    row: 'dashboard: the name is the full name, else the e-mail address',
    file: 'web/src/session/current-user.ts',
    find: "return full || user.email || 'User';",
    put: "return full || 'User';",
  },
  {
    row: 'dashboard: `Welcome, Ada`, or `Welcome, Creator`',
    file: 'web/src/pages/dashboard-top.tsx',
    find: "Welcome, {user.firstName || 'Creator'}",
    put: 'Welcome, {user.firstName}',
  },
  {
    row: 'dashboard: the badge of plan and usage opens the upgrade dialog',
    file: 'web/src/pages/dashboard-top.tsx',
    find: 'onOpen={onUpgrade}',
    put: 'onOpen={() => undefined}',
  },
  {
    row: 'wizard: a free plan is used up by its one video, which stays on the screen',
    file: 'services/scheduling/src/requests/request-free-video.ts',
    find: '>= plan.videosPerMonth) {',
    put: '>= plan.videosPerMonth + 1) {',
  },
  {
    row: 'calendar: past days are disabled, today is marked',
    file: 'web/src/ui/month-grid.tsx',
    find: "aria-current={date === today ? 'date' : undefined}",
    put: 'aria-current={undefined}',
  },
  {
    row: 'upgrade: the annual total is twelve times the monthly price, rounded: `€347 billed annually`',
    file: `${FEATURES}/subscription/upgrade-dialog.tsx`,
    find: 'plan.annually * 12',
    put: 'plan.annually * 10',
  },
  {
    row: 'login: Google sign-in',
    file: `${FEATURES}/auth-forms/api.ts`,
    find: "export const googleSignInPath = '/api/auth/google';",
    put: "export const googleSignInPath = '/auth/login';",
  },
  {
    row: 'login: e-mail address and at least one character of a password',
    file: 'services/auth/src/sign-in/sign-in.routes.ts',
    find: '{ email: Type.String({ maxLength: 320 }), password: Type.String({ minLength: 1, maxLength: PASSWORD_READ_MAX }) },',
    put: '{ email: Type.String({ maxLength: 320 }), password: Type.String({ maxLength: PASSWORD_READ_MAX }) },',
  },
  {
    row: '/pricing: a smaller plan asks for confirmation and follows at the end of the period',
    file: 'services/billing/src/plan-changes/plan-change.ts',
    find: 'const isUpgrade = step > 0 || (step === 0 && request.isAnnual);',
    put: 'const isUpgrade = step !== 0 || request.isAnnual;',
  },
  { row: '/regeneration: only when signed in', ...GUARD },
  {
    row: '/regeneration: `Wait 7 More Days`, `Next regeneration available in 7 day(s)`',
    file: REGENERATION,
    find: 'Next regeneration available in ${days} day(s)',
    put: 'Regeneration available in ${days} day(s)',
  },
  {
    row: '/regeneration: the last regenerated date stays',
    file: REGENERATION,
    find: "{status.lastRegeneratedAt ? formatDate(status.lastRegeneratedAt) : 'Never'}",
    put: "{'Never'}",
  },
  {
    row: '/regeneration: status polled every 60 s',
    file: `${FEATURES}/regeneration/api.ts`,
    find: 'refetchInterval: ({ state }) => (state.data ? 60_000 : false),',
    put: 'refetchInterval: ({ state }) => (state.data ? 600_000 : false),',
  },
  {
    row: '/social: `TikTok Connected`, then the query is cleared',
    file: `${FEATURES}/social-connections/use-connect-return.ts`,
    find: '`${platformNames[connected]} Connected`',
    put: '`${platformNames[connected]} Linked`',
  },
  {
    row: '/social: `TikTok Connection Failed` with the message, then the query is cleared',
    file: `${FEATURES}/social-connections/use-connect-return.ts`,
    find: '`${name} Connection Failed`',
    put: '`${name} Failed`',
  },
  {
    row: '/social: the consent page of each platform and back',
    file: `${FEATURES}/social-connections/use-connect.ts`,
    find: 'onSuccess: (url) => window.location.assign(url),',
    put: 'onSuccess: () => undefined,',
  },
  {
    row: '/faq: twelve collapsible questions',
    file: 'web/src/pages/faq.tsx',
    find: '<Accordion items={[...questions]} />',
    put: '<Accordion items={questions.slice(1)} />',
  },
  { row: '/faq: several answers may be open', ...ACCORDION },
  {
    row: '/faq: copy-email button and mailto link',
    file: `${FEATURES}/faq/contact-box.tsx`,
    find: 'if (await copy(supportEmail))',
    put: "if (await copy('support'))",
  },
  {
    row: '/terms: `Effective August 5, 2025`, 14 sections',
    file: `${FEATURES}/legal/legal-document.tsx`,
    find: 'Effective {legalEffective}.',
    put: 'Since {legalEffective}.',
  },
  {
    row: '/terms: /terms-and-conditions leads here',
    file: 'web/src/app/paths.ts',
    find: "{ '/terms-and-conditions': '/terms' }",
    put: "{ '/terms-and-conditions': '/privacy' }",
  },
  {
    row: '/privacy: transfers, sharing, cookies, complaints, legal framework',
    file: `${FEATURES}/legal/privacy-data.tsx`,
    find: 'standard contractual clauses.',
    put: 'clauses.',
  },
  {
    row: '/contact: the form reaches a mailbox, once',
    file: 'services/auth/src/contact/send-contact-message.ts',
    find: 'if (await hasMailFor(trx, reason)) return;',
    put: 'if (!(await hasMailFor(trx, reason))) return;',
  },
  {
    row: '/contact: a message is not lost by a reload',
    file: `${FEATURES}/contact/use-contact-draft.ts`,
    find: "message: text(stored.message) ?? '',",
    put: "message: '',",
  },
  {
    row: '/contact: a failure keeps the message and says what to do',
    file: `${FEATURES}/contact/contact-form.tsx`,
    find: 'send.mutate(message, { onSuccess: () => onSent(message.email) });',
    put: 'send.mutate(message, { onSettled: () => onSent(message.email) });',
  },
  {
    row: '/api-docs: authentication, each call with a curl that works as pasted',
    file: `${FEATURES}/api-docs/sample.ts`,
    find: "{ 'X-API-Key': KEY, ...others }",
    put: "{ 'X-Key': KEY, ...others }",
  },
  {
    row: '/api-docs: errors, limits, samples in three languages, base64',
    file: 'web/src/content/api-docs.ts',
    find: "errors: 'Errors',",
    put: "errors: 'Mistakes',",
  },
  {
    row: '/admin: blank code: the button is disabled',
    file: CODE_FORM,
    find: 'disabled={!code.trim() || blocked || leaving}',
    put: 'disabled={blocked || leaving}',
  },
  {
    row: '/admin: five wrong codes are throttled',
    file: 'services/auth/src/passwords/throttle.ts',
    find: '{ subject: `admin network:${networkOf(address)}`, allowedFailures: FAILURES_BEFORE_WAIT },',
    put: '{ subject: `admin network:${networkOf(address)}`, allowedFailures: 1_000 },',
  },
  {
    row: '/admin: the right code opens it, by keyboard alone',
    file: ADMIN_LOCK,
    find: 'setEntered(true);',
    put: 'setEntered(false);',
  },
  {
    row: '/admin: the six reports equal the databases of the services',
    file: `${FEATURES}/admin/figures.tsx`,
    find: 'formatCount(totalVideoConfigs)',
    put: 'formatCount(totalVideoConfigs + 1)',
  },
  {
    row: '/admin: usable by keyboard, charts too',
    file: 'web/src/ui/line-chart.tsx',
    find: 'aria-valuetext={`${shownLabel}: ${format(point.value)}`}',
    put: '',
  },
  {
    row: "/admin: unlocked for the tab's session only",
    file: ADMIN_LOCK,
    find: 'return sessionStorage.getItem(storageKeys.admin);',
    put: 'return localStorage.getItem(storageKeys.admin);',
  },
  {
    row: "/admin: unlocked for the tab's session only",
    file: ADMIN_LOCK,
    find: 'if (state) sessionStorage.setItem(storageKeys.admin, state);',
    put: 'if (state) localStorage.setItem(storageKeys.admin, state);',
  },
  {
    row: 'chat: a question from each FAQ is answered',
    file: 'services/external-api/src/chat/answer-question.ts',
    find: 'if (best) return { reply: best.answer, suggestions: [] };',
    put: 'if (best) return { reply: best.question, suggestions: [] };',
  },
  {
    row: 'chat: a foreign question is declined',
    file: 'services/external-api/src/chat/answer-question.ts',
    find: '`I don’t know that one.${support}`',
    put: '`Paris.${support}`',
  },
  {
    row: 'chat: keyboard alone',
    file: `${FEATURES}/chat-assistant/message-form.tsx`,
    find: "if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;",
    put: "if (event.key !== 'F1') return;",
  },
  {
    row: "chat: two tabs share the conversation's session",
    file: `${FEATURES}/chat-assistant/conversation.ts`,
    find: "window.addEventListener('storage', onStorage);",
    put: '',
  },
  {
    row: 'partner: an id at once, then the state by id and by the repeated key',
    file: 'services/external-api/src/posts/preferences.ts',
    find: "const async = wanted.has('respond-async');",
    put: 'const async = false;',
  },
  {
    row: 'partner: posted once',
    file: 'services/publishing/src/posting/content.ts',
    find: 'const caption = captionOn(platform, texts);',
    put: "const caption = '';",
  },
  {
    row: 'server: fields of the server are refused: `Unknown field: userId.`; `grow` is no plan',
    file: 'libs/http-server/src/validation-words.ts',
    find: '`Unknown field: ${unknown}.`',
    put: '`Field: ${unknown}.`',
  },
  {
    row: 'every page: answers, fits from 320 to 1440 px and passes axe, light and dark',
    file: 'web/index.html',
    find: '<html lang="en">',
    put: '<html>',
  },
  {
    row: '/dashboard: each platform’s text is seen before saving, and editable: `Write a separate text for TikTok`',
    file: `${FEATURES}/calendar/what-is-posted.tsx`,
    find: 'Write a separate text for {name}',
    put: 'Write a text for {name}',
  },
  {
    row: '/dashboard: each platform posts exactly what was shown',
    file: 'services/publishing/src/posting/content.ts',
    find: 'captions[platform] ?? caption;',
    put: 'caption;',
  },
  {
    row: '/profile: a switch for each e-mail but those about the password; off: `You will get no more e-mails about posts.`',
    file: `${FEATURES}/profile/email-notices.tsx`,
    find: '`You will get no more e-mails about ${about}.`',
    put: '`No more e-mails about ${about}.`',
  },
  {
    row: 'e-mail: a post that did not go out: `No TikTok account is connected.`',
    file: 'libs/causes/src/words/en.ts',
    find: "'No {platform} account is connected.'",
    put: "'No account on {platform} is connected.'",
  },
  {
    row: '/analytics: views, likes and watch time per post are those of the feeds; best hours; CSV',
    file: `${FEATURES}/analytics/totals.tsx`,
    find: '<dd>{formatCount(views)}</dd>',
    put: '<dd>{formatCount(views + 1)}</dd>',
  },
];
