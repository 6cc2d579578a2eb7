import { usePageTitle } from '../app/use-page-title.ts';
import { AuthFrame } from '../features/auth-forms/auth-frame.tsx';
import { LoginForm } from '../features/auth-forms/login-form.tsx';

export function LoginPage() {
  usePageTitle('Sign in');
  return (
    <AuthFrame title="Welcome back">
      <LoginForm />
    </AuthFrame>
  );
}
