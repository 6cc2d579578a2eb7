import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../app/paths.ts';
import { useToast } from '../ui/toast.tsx';

/** Long enough to read the toast. */
const redirectDelayMs = 500;

/** Once `lost` is true, shows that the session has ended, then opens the login page. */
export function useRedirectToLogin(lost: boolean, message = 'You are logged out. Logging in again...'): void {
  const navigate = useNavigate();
  const toast = useToast();
  useEffect(() => {
    if (!lost) return;
    toast({ tone: 'bad', title: 'Unauthorized', text: message });
    const timer = setTimeout(() => navigate(paths.login, { replace: true }), redirectDelayMs);
    return () => clearTimeout(timer);
  }, [lost, message, navigate, toast]);
}
