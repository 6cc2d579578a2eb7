import { consentText, isConsentCause } from '@reelwright/causes';
import { isPlatform, type Platform, platformNames } from '@reelwright/product';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { messageFromAddress } from '../../content/address-message.ts';
import { hasSetup, type SetupPlatform } from '../../content/platform-setups.ts';
import { storageKeys } from '../../lib/browser-storage.ts';
import { useToast } from '../../ui/toast.tsx';

/** The error code of the last failed attempt to connect, per platform. */
export type Failures = Partial<Record<Platform, string>>;

interface ConnectReturn {
  readonly sheet: SetupPlatform | null;
  readonly showSheet: (sheet: SetupPlatform | null) => void;
  /** Kept until the platform is connected or the note is closed, also across a reload of the tab. */
  readonly failures: Failures;
  readonly forget: (platform: Platform) => void;
}

/**
 * Reads the result of a connect flow (?connected=, ?error=&reason=, ?setup=, ?choose=), shows it once
 * and clears the address. A known code is shown with our own text; without one, TikTok's message is shown.
 */
export function useConnectReturn(): ConnectReturn {
  const [search, setSearch] = useSearchParams();
  const toast = useToast();
  const [sheet, showSheet] = useState<SetupPlatform | null>(null);
  const [failures, setFailures] = useState<Failures>(readFailures);

  useEffect(() => {
    const connected = search.get('connected');
    const failed = search.get('error');
    const chosen = search.get('choose');
    const unfinished = search.get('setup') ?? chosen;
    if (!connected && !failed && !hasSetup(unfinished)) return;
    if (isPlatform(connected)) toast({ tone: 'ok', title: `${platformNames[connected]} Connected` });
    if (isPlatform(failed)) {
      const name = platformNames[failed];
      const reason = search.get('reason') ?? '';
      const message = failed === 'tiktok' && !isConsentCause(reason) ? messageFromAddress(search.get('message')) : '';
      const text = message || consentText(reason, failed, navigator.languages).message;
      toast({ tone: 'bad', title: `${name} Connection Failed`, text });
      setFailures((before) => ({ ...before, [failed]: reason }));
    }
    const over = chosen ?? connected;
    if (isPlatform(over)) setFailures(({ [over]: _, ...others }) => others);
    if (hasSetup(unfinished)) showSheet(unfinished);
    setSearch({}, { replace: true });
  }, [search, setSearch, toast]);

  useEffect(() => sessionStorage.setItem(storageKeys.connectFailures, JSON.stringify(failures)), [failures]);

  const forget = (platform: Platform) => setFailures(({ [platform]: _, ...others }) => others);
  return { sheet, showSheet, failures, forget };
}

function readFailures(): Failures {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(storageKeys.connectFailures) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Failures) : {};
  } catch {
    return {};
  }
}
