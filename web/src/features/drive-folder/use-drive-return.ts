import { consentText } from '@reelwright/causes';
import { type RefObject, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useToast } from '../../ui/toast.tsx';

/**
 * Reads how a consent for an own Drive ended (?connected=drive, or ?error=drive&reason=), shows it once, moves the focus
 * to the row that began it and clears the address. It has our own text for each code, because anyone can write an address.
 */
export function useDriveReturn(row: RefObject<HTMLElement | null>): void {
  const [search, setSearch] = useSearchParams();
  const toast = useToast();
  useEffect(() => {
    if (search.get('connected') === 'drive') {
      toast({ tone: 'ok', title: 'Google Drive Connected', text: 'New videos go to your own Drive.' });
    } else if (search.get('error') === 'drive') {
      const { message, fix } = consentText(search.get('reason'), 'google_drive', navigator.languages);
      toast({ tone: 'bad', title: 'Google Drive Connection Failed', text: message, reason: fix });
    } else return;
    row.current?.focus();
    setSearch({}, { replace: true });
  }, [row, search, setSearch, toast]);
}
