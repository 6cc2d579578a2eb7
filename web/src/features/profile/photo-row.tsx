import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../lib/api-client.ts';
import { isOutcomeUnknown, outcomeUnknownText } from '../../lib/write-problem.ts';
import { type CurrentUser, displayName, photoOf } from '../../session/current-user.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Row } from '../../ui/rows.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useChangePhoto } from './api.ts';
import { PHOTO_TYPES, PhotoProblem, previewOf, shrinkPhoto } from './shrink-photo.ts';

/** The photo or the initial, with buttons to change it. A chosen photo is shown at once, and removed if it is rejected. */
export function PhotoRow({ user }: { user: CurrentUser }) {
  const [preview, setPreview] = useState<string | null>(null);
  const [preparing, setPreparing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const change = useChangePhoto();
  const toast = useToast();
  const photo = photoOf(user);
  const isRemoving = change.isPending && change.variables === null;
  const isRemoved = change.isSuccess && change.variables === null;

  useEffect(() => {
    // The pressed button has disappeared, so the focus moves.
    if (isRemoved) choose.current?.focus();
  }, [isRemoved]);

  const uploadPhoto = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Cleared, so that the same file can be chosen again after an error.
    event.target.value = '';
    if (!file) return;
    setProblem(null);
    setPreparing(true);
    try {
      const smallPhoto = await shrinkPhoto(file);
      setPreview(await previewOf(smallPhoto));
      await change.mutateAsync(smallPhoto);
      toast({ tone: 'ok', title: 'Profile Updated', text: 'Your new photo is saved.' });
    } catch (error) {
      const reason = error instanceof PhotoProblem ? error.message : messageOf(error, 'Please try again.');
      setProblem(
        isOutcomeUnknown(error)
          ? outcomeUnknownText('your photo was changed')
          : `Your photo was not changed. ${reason}`,
      );
    } finally {
      setPreview(null);
      setPreparing(false);
    }
  };
  const remove = () => {
    setProblem(null);
    change.mutate(null, {
      onSuccess: () => toast({ tone: 'ok', title: 'Profile Updated', text: 'Your photo is removed.' }),
      onError: (error) =>
        setProblem(
          isOutcomeUnknown(error)
            ? outcomeUnknownText('your photo was removed')
            : `Your photo was not removed. ${messageOf(error, 'Please try again.')}`,
        ),
    });
  };

  return (
    <Row
      label="Photo"
      action={
        <>
          <input
            ref={input}
            hidden
            type="file"
            aria-label="Photo"
            accept={PHOTO_TYPES.join(',')}
            onChange={(event) => void uploadPhoto(event)}
          />
          {photo ? (
            <Button
              size="small"
              tone="quiet"
              busy={isRemoving}
              busyText="Removing..."
              disabled={preparing}
              onClick={remove}
            >
              Remove
            </Button>
          ) : null}
          <Button
            ref={choose}
            size="small"
            busy={preparing}
            busyText="Saving..."
            disabled={isRemoving}
            onClick={() => input.current?.click()}
          >
            {photo ? 'Change photo' : 'Add photo'}
          </Button>
        </>
      }
    >
      <div className="photo">
        <Avatar large photo={preview ?? photo} name={displayName(user)} />
        <p className="hint">JPEG, PNG or WebP. We keep the middle square.</p>
      </div>
      <div role="alert">
        {problem ? (
          <p className="field-error">
            <Icon name="alert" />
            {problem}
          </p>
        ) : null}
      </div>
    </Row>
  );
}
