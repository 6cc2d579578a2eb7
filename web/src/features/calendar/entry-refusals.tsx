import { platformNames } from '@reelwright/product';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { hasSetup, platformSetups } from '../../content/platform-setups.ts';
import type { Refusal } from './entry.ts';

/** The platforms that would refuse a video as things are now, each with its cause and what mends it. */
export function EntryRefusals({ refusals, index }: { refusals: readonly Refusal[]; index: number }) {
  if (refusals.length === 0) return null;
  return (
    <span className="refusals">
      {refusals.map((refusal) => {
        const button = fixOf(refusal);
        return (
          <span className="small" key={refusal.platform}>
            {refusal.message}{' '}
            {button ? (
              <Link to={button.to}>
                {button.label}
                <span className="visually-hidden">{`, video #${index}`}</span>
              </Link>
            ) : (
              refusal.fix
            )}
          </span>
        );
      })}
    </span>
  );
}

/** Where its owner mends it; null if that is not possible. */
function fixOf({ platform, code, needs }: Refusal): { label: string; to: string } | null {
  const name = platformNames[platform];
  if (needs === 'reconnect') return { label: `Reconnect ${name}`, to: paths.social };
  if (needs === 'setting' && hasSetup(platform)) {
    const { label, query } = platformSetups[platform];
    return { label, to: `${paths.social}?${query}` };
  }
  return code === 'NOT_CONNECTED' ? { label: `Connect ${name}`, to: paths.social } : null;
}
