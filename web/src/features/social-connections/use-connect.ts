import { type Platform, platformNames } from '@reelwright/product';
import { useMutation } from '@tanstack/react-query';
import { useToast } from '../../ui/toast.tsx';
import { requestConsentUrl } from './api.ts';

/** Goes straight to a platform's own consent, to connect or to connect again. */
export function useConnect() {
  const toast = useToast();
  return useMutation({
    mutationFn: requestConsentUrl,
    onSuccess: (url) => window.location.assign(url),
    onError: (error, platform: Platform) => {
      const name = platformNames[platform];
      // biome-ignore lint/suspicious/noConsole: the message sends its reader to the console
      console.info(`Connecting ${name}:`, error.message);
      toast({
        tone: 'bad',
        title: 'Connection Failed',
        text: `Failed to connect to ${name}. Check console for details.`,
      });
    },
  });
}
