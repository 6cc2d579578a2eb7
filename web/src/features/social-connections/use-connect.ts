import { type Platform, platformNames } from '@reelwright/product';
import { useMutation } from '@tanstack/react-query';
import { useRestoredPage } from '../../lib/use-restored-page.ts';
import { useToast } from '../../ui/toast.tsx';
import { requestConsentUrl } from './api.ts';

/** Opens a platform's consent page, to connect or reconnect. */
export function useConnect() {
  const toast = useToast();
  const connect = useMutation({
    mutationFn: requestConsentUrl,
    onSuccess: (url) => window.location.assign(url),
    onError: (error, platform: Platform) => {
      const name = platformNames[platform];
      // biome-ignore lint/suspicious/noConsole: the toast refers its reader to the console
      console.info(`Connecting ${name}:`, error.message);
      toast({
        tone: 'bad',
        title: 'Connection Failed',
        text: `Failed to connect to ${name}. Check console for details.`,
      });
    },
  });
  useRestoredPage(connect.reset);
  return connect;
}
