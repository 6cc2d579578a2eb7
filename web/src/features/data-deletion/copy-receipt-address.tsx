import { paths } from '../../app/paths.ts';
import { CopyAddress } from '../../ui/copy-address.tsx';

/** Copies the receipt's address. If copying is not allowed, points to the address bar. */
export function CopyReceiptAddress({ code }: { code: string }) {
  return (
    <CopyAddress
      address={`${window.location.origin}${paths.dataDeletion}?receipt=${encodeURIComponent(code)}`}
      notAllowed="Your browser blocked copying. Copy it from the address bar."
    />
  );
}
