import type { PlatformLevel } from '@reelwright/product';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { writeProblemText } from '../../lib/write-problem.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Fields } from '../../ui/fields.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useToast } from '../../ui/toast.tsx';
import { type TikTokSettings, tiktokSettingsQuery, useSaveTikTokSettings } from './api.ts';
import { SheetProblem } from './sheet-problem.tsx';

/** TikTok's names for its privacy levels. */
const privacyNames: Record<string, string> = {
  PUBLIC_TO_EVERYONE: 'Everyone',
  MUTUAL_FOLLOW_FRIENDS: 'Friends',
  FOLLOWER_OF_CREATOR: 'Followers',
  SELF_ONLY: 'Only me',
};

/** Explains missing privacy levels: TikTok offers different ones to public and private accounts. */
function missingOptions(offered: readonly string[]): string[] {
  const isPrivate = offered.includes('FOLLOWER_OF_CREATOR');
  const has = (option: string) => offered.includes(option);
  return [
    ...(has('PUBLIC_TO_EVERYONE')
      ? []
      : [
          isPrivate
            ? 'Everyone is not available because this account is private. Make it public in the TikTok app first.'
            : 'Everyone is not available for this account right now.',
        ]),
    ...(isPrivate ? [] : ['Followers is available for private accounts only.']),
    ...(has('MUTUAL_FOLLOW_FRIENDS') ? [] : ['Friends is not available for this account right now.']),
    ...(has('SELF_ONLY') ? [] : ['Only me is not available for this account right now.']),
  ];
}

/** The rows of the skeleton, which make it about as high as the form. */
const skeletonRows = Array.from({ length: 11 }, (_, row) => row);

/** The settings that TikTok requires the creator to choose before posts go out unattended. */
export function TikTokSheet({ level, onClose }: { level: PlatformLevel; onClose: () => void }) {
  const { data, error, refetch, isFetching } = useQuery(tiktokSettingsQuery);
  const save = useSaveTikTokSettings();
  return (
    <Dialog title="TikTok settings" saving={save.isPending} onClose={onClose}>
      {data ? (
        <SettingsForm settings={data} save={save} level={level} onClose={onClose} />
      ) : error ? (
        <SheetProblem
          platform="tiktok"
          error={error}
          text="You are still connected. The choices could not be loaded from TikTok."
          onRetry={() => refetch()}
          busy={isFetching}
        />
      ) : (
        <Loading text="Loading TikTok's choices...">
          <div className="stack">
            <Skeleton width="60%" />
            {skeletonRows.map((row) => (
              <Skeleton key={row} height="2.75rem" />
            ))}
          </div>
        </Loading>
      )}
    </Dialog>
  );
}

interface FormProps {
  settings: TikTokSettings;
  save: ReturnType<typeof useSaveTikTokSettings>;
  level: PlatformLevel;
  onClose: () => void;
}

function SettingsForm({ settings, save, level, onClose }: FormProps) {
  const saved = settings.settings;
  const toast = useToast();
  // No default: TikTok requires that the creator chooses who may see a post.
  const [privacyLevel, setPrivacyLevel] = useState(
    saved && settings.privacyOptions.includes(saved.privacyLevel) ? saved.privacyLevel : '',
  );
  const [allowComment, setAllowComment] = useState(saved?.allowComment ?? false);
  const [allowDuet, setAllowDuet] = useState(saved?.allowDuet ?? false);
  const [allowStitch, setAllowStitch] = useState(saved?.allowStitch ?? false);
  const [consent, setConsent] = useState(false);
  const gone = saved && !settings.privacyOptions.includes(saved.privacyLevel) ? saved.privacyLevel : null;
  const off = [
    ...(settings.commentAllowed ? [] : ['Comment']),
    ...(settings.duetAllowed ? [] : ['Duet']),
    ...(settings.stitchAllowed ? [] : ['Stitch']),
  ];

  return (
    <form
      className="dialog-form"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(
          { privacyLevel, allowComment, allowDuet, allowStitch },
          {
            onSuccess: () => {
              toast({ tone: 'ok', title: 'TikTok settings saved' });
              onClose();
            },
          },
        );
      }}
    >
      <p>
        Posting as <b>{settings.nickname}</b>
      </p>
      <Fields saving={save.isPending}>
        <fieldset className="choices">
          <legend>Who can see your posts</legend>
          {settings.privacyOptions.map((option) => (
            <label key={option}>
              <input
                type="radio"
                name="privacy"
                required
                value={option}
                checked={privacyLevel === option}
                onChange={() => setPrivacyLevel(option)}
              />
              {privacyNames[option] ?? option}
            </label>
          ))}
          {gone ? (
            <p className="field-error">
              {`${privacyNames[gone] ?? gone}, your previous choice, is no longer offered by TikTok. Choose again.`}
            </p>
          ) : null}
          {missingOptions(settings.privacyOptions).map((text) => (
            <p className="hint" key={text}>
              {text}
            </p>
          ))}
          {level === 'private-only' ? (
            <p className="hint">Only you can see your posts until TikTok approves Reelwright.</p>
          ) : null}
        </fieldset>
        <fieldset className="choices">
          <legend>Others may</legend>
          <Switch checked={allowComment} disabled={!settings.commentAllowed} onChange={setAllowComment}>
            Comment
          </Switch>
          <Switch checked={allowDuet} disabled={!settings.duetAllowed} onChange={setAllowDuet}>
            Duet
          </Switch>
          <Switch checked={allowStitch} disabled={!settings.stitchAllowed} onChange={setAllowStitch}>
            Stitch
          </Switch>
          {off.length > 0 ? (
            <p className="hint">
              {`${listed(off)} ${off.length === 1 ? 'is' : 'are'} grey because TikTok has ${off.length === 1 ? 'it' : 'them'} switched off for this account. `}
              Change that in the TikTok app under Settings and privacy, then open this again.
            </p>
          ) : null}
        </fieldset>
        <label className="consent">
          <input type="checkbox" required checked={consent} onChange={(event) => setConsent(event.target.checked)} />
          <span>
            Reelwright may post my scheduled videos with these settings, marked as AI-generated. By posting, I agree to
            TikTok's Music Usage Confirmation.
          </span>
        </label>
      </Fields>
      {save.isError ? (
        <p className="field-error" role="alert">
          {writeProblemText(save.error, {
            fallback: 'The settings were not saved. Please try again.',
            effect: 'the settings were saved',
          })}
        </p>
      ) : null}
      <div className="dialog-actions">
        <Button disabled={save.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" tone="primary" busy={save.isPending} disabled={!privacyLevel || !consent}>
          Save
        </Button>
      </div>
    </form>
  );
}

const listed = (names: readonly string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
