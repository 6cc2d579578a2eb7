import { usePageTitle } from '../app/use-page-title.ts';
import { AuthFrame } from '../features/auth-forms/auth-frame.tsx';
import { ForgottenPasswordForm } from '../features/auth-forms/forgotten-password-form.tsx';

export function ForgottenPasswordPage() {
  usePageTitle('Forgotten password');
  return (
    <AuthFrame title="Forgot your password?">
      <ForgottenPasswordForm />
    </AuthFrame>
  );
}
