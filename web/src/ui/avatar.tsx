import { cutText, perCharacter } from '@reelwright/text';
import { useState } from 'react';
import { classNames } from './class-names.ts';

interface Props {
  photo: string | null;
  /** Its first letter stands where there is no photo. */
  name: string;
  large?: boolean;
}

/** Somebody's photo, or their initial. Decorative: the name is beside it. */
export function Avatar({ photo, name, large = false }: Props) {
  const [missing, setMissing] = useState<string | null>(null);
  return (
    <span className={classNames('avatar', large && 'large')} aria-hidden="true">
      {photo && photo !== missing ? (
        <img src={photo} alt="" width={96} height={96} decoding="async" onError={() => setMissing(photo)} />
      ) : (
        cutText(name, 1, perCharacter).toUpperCase()
      )}
    </span>
  );
}
