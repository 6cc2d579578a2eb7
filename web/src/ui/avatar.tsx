import { cutText, perCharacter } from '@reelwright/text';
import { useState } from 'react';
import { classNames } from './class-names.ts';

interface Props {
  photo: string | null;
  /** Without a photo, its first letter is shown. */
  name: string;
  large?: boolean;
}

/** A user's photo or initial. Decorative, because the name is beside it. */
export function Avatar({ photo, name, large = false }: Props) {
  const [missingPhoto, setMissingPhoto] = useState<string | null>(null);
  return (
    <span className={classNames('avatar', large && 'large')} aria-hidden="true">
      {photo && photo !== missingPhoto ? (
        <img src={photo} alt="" width={96} height={96} decoding="async" onError={() => setMissingPhoto(photo)} />
      ) : (
        cutText(name, 1, perCharacter).toUpperCase()
      )}
    </span>
  );
}
