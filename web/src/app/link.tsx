import type { AnchorHTMLAttributes } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

/**
 * A link within the app. The router's own Link also carries prefetching for server-rendered apps, which would cost
 * every visitor several kilobytes for nothing.
 */
export function Link({
  to,
  ...rest
}: Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'> & { to: string }) {
  const href = useHref(to);
  const follow = useLinkClickHandler(to);
  return <a {...rest} href={href} onClick={follow} />;
}
