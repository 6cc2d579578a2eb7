import {
  platforms as allPlatforms,
  type Captions,
  captionRules,
  captionSize,
  type Platform,
  platformNames,
} from '@reelwright/product';
import { useId, useState } from 'react';
import { BrandIcon } from '../../ui/brand-icon.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Segment } from '../../ui/segment.tsx';
import { type TypedTexts, textOfPlatform, typedFor, withSuggested, withText, withTextOfItsOwn } from './typed-texts.ts';

interface Props {
  /** The platforms that the entry goes to. */
  platforms: readonly Platform[];
  /** Null until it is known. */
  connected: readonly Platform[] | null;
  typed: TypedTexts;
  /** What each platform posts while nothing is typed. */
  suggested: Readonly<Record<Platform, string>>;
  /** The title of its own; null without one. */
  title: string | null;
  /** For each platform that does not take its text: why. */
  problems: Captions;
  onChange: (typed: TypedTexts) => void;
}

/** The text of each platform as it will be posted, and its input: one text for all, or one of its own for a platform. */
export function WhatIsPosted(props: Props) {
  const { platforms, connected, problems } = props;
  const [chosen, setChosen] = useState<Platform | null>(null);
  const heading = useId();
  const first = platforms.find((platform) => connected?.includes(platform)) ?? platforms[0];
  const shown = platforms.find((platform) => platform === chosen) ?? first;
  if (shown === undefined) return null;

  return (
    <section className="posted-texts" aria-labelledby={heading}>
      <h3 id={heading}>What is posted</h3>
      {platforms.length > 1 ? (
        <Segment
          label="Platform"
          value={shown}
          onChange={setChosen}
          options={platforms.map((platform) => ({
            value: platform,
            content: (
              <>
                <BrandIcon name={platform} />
                {platformNames[platform]}
                {problems[platform] === undefined ? null : (
                  <>
                    <Icon name="alert" />
                    <span className="visually-hidden">, does not take its text</span>
                  </>
                )}
              </>
            ),
          }))}
        />
      ) : null}
      <PlatformText {...props} platform={shown} />
      {allPlatforms
        .filter((platform) => platform !== shown && problems[platform] !== undefined)
        .map((platform) => (
          <FieldError key={platform}>{problems[platform]}</FieldError>
        ))}
    </section>
  );
}

function PlatformText({
  platform,
  platforms,
  connected,
  typed,
  suggested,
  title,
  problems,
  onChange,
}: Props & { platform: Platform }) {
  const group = useId();
  const name = platformNames[platform];
  const text = textOfPlatform(platform, typed, suggested);
  const hasOwn = typed.captions[platform] !== undefined;
  const inField = typedFor(platform, typed) ?? text;
  return (
    <>
      {platforms.length > 1 ? (
        <fieldset className="choices">
          <legend className="visually-hidden">The text on {name}</legend>
          <label>
            <input
              type="radio"
              name={group}
              checked={!hasOwn}
              onChange={() => onChange(withTextOfItsOwn(platform, null, typed))}
            />
            Same text everywhere
          </label>
          <label>
            <input
              type="radio"
              name={group}
              checked={hasOwn}
              onChange={() => onChange(withTextOfItsOwn(platform, text, typed))}
            />
            Write a separate text for {name}
          </label>
        </fieldset>
      ) : null}
      <Field
        label={`Text on ${name}`}
        hint={
          <>
            <span className="number">{sizeOf(platform, text)}</span> {originOf(platform, typed, suggested)}
            {connected?.includes(platform) === false ? ` Nothing is posted there until you connect ${name}.` : ''}
          </>
        }
        error={problems[platform]}
      >
        {(attributes) => (
          <textarea
            {...attributes}
            className="input short"
            dir="auto"
            value={inField}
            onChange={(event) => onChange(withText(platform, event.target.value, typed))}
          />
        )}
      </Field>
      {title === null && platform === 'youtube' ? (
        <p className="hint">
          Its title there: <bdi>{text.split('\n', 1)[0]}</bdi>
        </p>
      ) : null}
      {inField === suggested[platform] ? null : (
        <Button size="small" onClick={() => onChange(withSuggested(platform, typed, suggested))}>
          Use the suggested text
        </Button>
      )}
    </>
  );
}

function sizeOf(platform: Platform, text: string): string {
  const { most, unit } = captionRules[platform];
  return `${captionSize(platform, text).toLocaleString('en')} of ${most.toLocaleString('en')} ${unit}.`;
}

/** Where the text of a platform comes from. */
function originOf(platform: Platform, typed: TypedTexts, suggested: Props['suggested']): string {
  const isEmpty = typedFor(platform, typed)?.trim() === '';
  const isSuggested = textOfPlatform(platform, typed, suggested) === suggested[platform];
  if (isEmpty) return `Left empty, ${isSuggested ? 'the suggested text' : 'the text for every platform'} is posted.`;
  if (isSuggested) return 'Suggested from the style and your brand.';
  if (typed.captions[platform] !== undefined) return `Only ${platformNames[platform]} gets this text.`;
  return 'Every platform without a text of its own gets this text.';
}
