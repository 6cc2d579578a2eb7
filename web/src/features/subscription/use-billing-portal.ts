import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../lib/api-client.ts';
import { useRestoredPage } from '../../lib/use-restored-page.ts';
import { useToast } from '../../ui/toast.tsx';
import { openBillingPortal } from './api.ts';

/** POST /api/billing-portal, then opens the payment provider's page for payment methods, which returns to /profile. */
export function useBillingPortal() {
  const toast = useToast();
  const portal = useMutation({
    mutationFn: openBillingPortal,
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) =>
      toast({
        tone: 'bad',
        title: 'Error',
        text: messageOf(error, 'The payment page could not be opened. Please try again.'),
      }),
  });
  useRestoredPage(portal.reset);
  return { open: () => portal.mutate(), busy: portal.isPending || portal.isSuccess };
}
