import { Suspense, useEffect, useRef } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { AskButton } from '../features/chat-assistant/ask-button.tsx';
import { lazyPage } from './lazy-page.ts';
import { PageErrorBoundary } from './page-error-boundary.tsx';
import { movedPaths, paths } from './paths.ts';
import { recordPageView } from './record-page-view.ts';

// Every screen is loaded on demand. The landing page is not one of them: it is a document of its own.
const DashboardPage = lazyPage(() =>
  import('../pages/dashboard.tsx').then((page) => ({ default: page.DashboardPage })),
);
const LoginPage = lazyPage(() => import('../pages/login.tsx').then((page) => ({ default: page.LoginPage })));
const SignupPage = lazyPage(() => import('../pages/signup.tsx').then((page) => ({ default: page.SignupPage })));
const ForgottenPasswordPage = lazyPage(() =>
  import('../pages/forgotten-password.tsx').then((page) => ({ default: page.ForgottenPasswordPage })),
);
const ResetPasswordPage = lazyPage(() =>
  import('../pages/reset-password.tsx').then((page) => ({ default: page.ResetPasswordPage })),
);
const ProfilePage = lazyPage(() => import('../pages/profile.tsx').then((page) => ({ default: page.ProfilePage })));
const DataDeletionPage = lazyPage(() =>
  import('../pages/data-deletion.tsx').then((page) => ({ default: page.DataDeletionPage })),
);
const SocialPage = lazyPage(() => import('../pages/social.tsx').then((page) => ({ default: page.SocialPage })));
const PricingPage = lazyPage(() => import('../pages/pricing.tsx').then((page) => ({ default: page.PricingPage })));
const RegenerationPage = lazyPage(() =>
  import('../pages/regeneration.tsx').then((page) => ({ default: page.RegenerationPage })),
);
const AnalyticsPage = lazyPage(() =>
  import('../pages/analytics.tsx').then((page) => ({ default: page.AnalyticsPage })),
);
const FaqPage = lazyPage(() => import('../pages/faq.tsx').then((page) => ({ default: page.FaqPage })));
const TermsPage = lazyPage(() => import('../pages/terms.tsx').then((page) => ({ default: page.TermsPage })));
const PrivacyPage = lazyPage(() => import('../pages/privacy.tsx').then((page) => ({ default: page.PrivacyPage })));
const ApiDocsPage = lazyPage(() => import('../pages/api-docs.tsx').then((page) => ({ default: page.ApiDocsPage })));
const ContactPage = lazyPage(() => import('../pages/contact.tsx').then((page) => ({ default: page.ContactPage })));
const AdminPage = lazyPage(() => import('../pages/admin.tsx').then((page) => ({ default: page.AdminPage })));
const NotFoundPage = lazyPage(() => import('../pages/not-found.tsx').then((page) => ({ default: page.NotFoundPage })));

/** Leaves the app for a page that is not part of it. */
function LoadDocument() {
  useEffect(() => window.location.reload(), []);
  return <div className="page-wait" />;
}

export function AppRoutes() {
  const { pathname, hash } = useLocation();

  useEffect(() => recordPageView(pathname), [pathname]);
  const isFirstPage = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the top of each new page
  useEffect(() => {
    // The browser itself scrolls the page that it has opened, and its reader may have scrolled since.
    if (isFirstPage.current) {
      isFirstPage.current = false;
      return;
    }
    if (!hash) window.scrollTo(0, 0);
    else document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash, pathname]);

  return (
    <>
      <PageErrorBoundary key={pathname}>
        <Suspense fallback={<div className="page-wait" />}>
          <Routes>
            <Route path={paths.landing} element={<LoadDocument />} />
            <Route path={paths.login} element={<LoginPage />} />
            <Route path={paths.signup} element={<SignupPage />} />
            <Route path={paths.forgottenPassword} element={<ForgottenPasswordPage />} />
            <Route path={paths.resetPassword} element={<ResetPasswordPage />} />
            <Route path={paths.dashboard} element={<DashboardPage />} />
            <Route path={paths.social} element={<SocialPage />} />
            <Route path={paths.profile} element={<ProfilePage />} />
            <Route path={paths.pricing} element={<PricingPage />} />
            <Route path={paths.dataDeletion} element={<DataDeletionPage />} />
            <Route path={paths.regeneration} element={<RegenerationPage />} />
            <Route path={paths.analytics} element={<AnalyticsPage />} />
            <Route path={paths.faq} element={<FaqPage />} />
            <Route path={paths.terms} element={<TermsPage />} />
            <Route path={paths.privacy} element={<PrivacyPage />} />
            <Route path={paths.apiDocs} element={<ApiDocsPage />} />
            <Route path={paths.contact} element={<ContactPage />} />
            <Route path={paths.admin} element={<AdminPage />} />
            {Object.entries(movedPaths).map(([from, to]) => (
              <Route key={from} path={from} element={<Navigate to={to} replace />} />
            ))}
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
        </Suspense>
      </PageErrorBoundary>
      <AskButton isHiddenHere={pathname === paths.admin || pathname.startsWith('/auth/')} />
    </>
  );
}
