import { usePageTitle } from '../app/use-page-title.ts';
import { AuthFrame } from '../features/auth-forms/auth-frame.tsx';
import { SignupForm } from '../features/auth-forms/signup-form.tsx';

export function SignupPage() {
  usePageTitle('Create your account');
  return (
    <AuthFrame title="Create your account">
      <SignupForm />
    </AuthFrame>
  );
}
