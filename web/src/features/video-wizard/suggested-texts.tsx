import { type Platform, platformNames, postedCaptions } from '@reelwright/product';
import { useId } from 'react';
import { BrandIcon } from '../../ui/brand-icon.tsx';
import { Button } from '../../ui/button.tsx';
import type { Settings } from './api.ts';

interface Props {
  settings: Pick<Settings, 'videoType' | 'brand'>;
  platforms: readonly Platform[];
  /** Whether an account is connected, so that something is posted. */
  isConnected: boolean;
  /** How many videos have a text of their own. */
  others: number;
  /** Opens the calendar, where a text is changed. */
  onChange: () => void;
}

/** What each platform posts with a video that has no text of its own, from the style and brand as they are typed. */
export function SuggestedTexts({ settings: { videoType, brand }, platforms, isConnected, others, onChange }: Props) {
  const heading = useId();
  const texts = postedCaptions(videoType, brand);
  return (
    <section className="suggested-texts" aria-labelledby={heading}>
      <h4 id={heading}>What is posted</h4>
      {isConnected ? null : <p className="small muted">No account is connected yet, so nothing is posted.</p>}
      {/* biome-ignore lint/a11y/useSemanticElements: a list of texts, not of form fields */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <div className="posted-texts" role="group" aria-labelledby={heading} tabIndex={0}>
        <dl>
          {platforms.map((platform) => (
            <div key={platform}>
              <dt>
                <BrandIcon name={platform} />
                {platformNames[platform]}
              </dt>
              <dd className="posted-text" dir="auto">
                {texts[platform]}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <p className="small muted">
        {others === 0
          ? 'Each video on the calendar can have a text of its own.'
          : others === 1
            ? 'One video has a text of its own.'
            : `${others} videos have texts of their own.`}
      </p>
      <Button size="small" onClick={onChange}>
        Change them on the calendar
      </Button>
    </section>
  );
}
