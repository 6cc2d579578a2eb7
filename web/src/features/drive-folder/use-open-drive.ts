import { useMutation } from '@tanstack/react-query';
import { useToast } from '../../ui/toast.tsx';
import { readFolder } from './api.ts';

const failureText = 'Unable to open Google Drive folder. It may not have been created yet.';

/**
 * Opens the Drive folder in a new tab. The tab is opened during the click, before the address is known, because browsers
 * block a tab that opens later.
 */
export function useOpenDrive() {
  const toast = useToast();
  const lookup = useMutation({ mutationFn: readFolder });
  const open = (knownUrl?: string | null) => {
    if (knownUrl) {
      window.open(knownUrl, '_blank', 'noopener');
      return;
    }
    const tab = window.open('about:blank', '_blank');
    if (tab) tab.opener = null;
    lookup.mutate(undefined, {
      onSuccess: ({ folderUrl }) => {
        if (tab) tab.location.replace(folderUrl);
        else window.location.assign(folderUrl);
      },
      onError: () => {
        tab?.close();
        toast({ tone: 'bad', title: 'Error', text: failureText });
      },
    });
  };
  return { open, opening: lookup.isPending };
}
