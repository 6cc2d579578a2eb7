import { BrandIcon } from '../../ui/brand-icon.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { googleSignInPath } from './api.ts';

export function GoogleButton() {
  return (
    <>
      <a className={buttonClass({ size: 'large', wide: true })} href={googleSignInPath}>
        <BrandIcon name="google" />
        Continue with Google
      </a>
      <div className="or" aria-hidden="true">
        or
      </div>
    </>
  );
}
