import { usePageTitle } from '../app/use-page-title.ts';
import { AuthFrame } from '../features/auth-forms/auth-frame.tsx';
import { ResetPasswordForm } from '../features/auth-forms/reset-password-form.tsx';

export function ResetPasswordPage() {
  usePageTitle('New password');
  return (
    <AuthFrame title="Choose a new password">
      <ResetPasswordForm />
    </AuthFrame>
  );
}
