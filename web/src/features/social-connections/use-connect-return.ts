import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isPlatform, platformNames } from '../../content/platforms.ts';
import { useToast } from '../../ui/toast.tsx';

export type Sheet = 'tiktok' | 'facebook';

/**
 * Reads what a connect flow came back with (?connected=, ?error=&message=, ?setup=tiktok, ?choose=facebook), says it
 * once and clears the address. Answers the sheet to open.
 */
export function useConnectReturn(): [Sheet | null, (sheet: Sheet | null) => void] {
  const [search, setSearch] = useSearchParams();
  const toast = useToast();
  const [sheet, setSheet] = useState<Sheet | null>(null);

  useEffect(() => {
    const connected = search.get('connected');
    const failed = search.get('error');
    const wantsSetup = search.get('setup') === 'tiktok';
    const wantsPage = search.get('choose') === 'facebook';
    if (!connected && !failed && !wantsSetup && !wantsPage) return;
    if (isPlatform(connected)) toast({ tone: 'ok', title: `${platformNames[connected]} Connected` });
    if (isPlatform(failed)) {
      const text = search.get('message');
      toast({ tone: 'bad', title: `${platformNames[failed]} Connection Failed`, ...(text ? { text } : {}) });
    }
    if (wantsSetup) setSheet('tiktok');
    if (wantsPage) setSheet('facebook');
    setSearch({}, { replace: true });
  }, [search, setSearch, toast]);

  return [sheet, setSheet];
}
