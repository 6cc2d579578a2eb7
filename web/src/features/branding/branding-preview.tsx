import { edgesOf, LOGO_FRAME, type LogoCorner, logoPlace, VIDEO_SIZE } from '@reelwright/product';
import type { CSSProperties } from 'react';
import { samplePoster, videoTypeName } from '../../content/video-types.ts';
import { ReelFace, reelClass, reelTone } from '../../ui/reel.tsx';
import { readableColour } from './readable-colour.ts';

/** A line of the example for each colour: what stands out in it has the colour. */
const exampleLines = [
  ['Your', 'words'],
  ['in your', 'colours'],
  ['and your', 'look'],
] as const;

interface Props {
  /** The style whose picture is shown. */
  style: string;
  /** The address of the logo; null without one. */
  logo: string | null;
  corner: LogoCorner;
  palette: readonly string[];
  /** Shows where a logo would be, while there is none. */
  showsPlace?: boolean;
}

/** A video with its logo and its colours, at the same place and size as generation draws them. */
export function BrandingPreview({ style, logo, corner, palette, showsPlace = false }: Props) {
  const { isTop, isLeft } = edgesOf(corner);
  const { x, y } = logoPlace(corner, LOGO_FRAME);
  const place: CSSProperties = {
    left: `${(x / VIDEO_SIZE.width) * 100}%`,
    top: `${(y / VIDEO_SIZE.height) * 100}%`,
    width: `${(LOGO_FRAME.width / VIDEO_SIZE.width) * 100}%`,
    height: `${(LOGO_FRAME.height / VIDEO_SIZE.height) * 100}%`,
    objectPosition: `${isLeft ? 'left' : 'right'} ${isTop ? 'top' : 'bottom'}`,
  };
  return (
    <figure className="branding-preview">
      <span className={reelClass(undefined)} style={reelTone(style)}>
        <ReelFace
          tone={style}
          poster={samplePoster(style)}
          alt={`A video in the style ${videoTypeName(style)}`}
          ticks={null}
        >
          {logo ? (
            <span>
              <img className="branding-logo" src={logo} alt={`Your logo, ${cornerWords[corner]}`} style={place} />
            </span>
          ) : null}
          {!logo && showsPlace ? (
            <span className="branding-logo empty-logo" style={place}>
              Your logo
            </span>
          ) : null}
          <span className="branding-caption" style={isTop ? { bottom: '36%' } : { top: '16%' }}>
            {exampleLines.slice(0, Math.max(1, palette.length)).map(([before, marked], line) => (
              <span key={marked}>
                {before} <b style={palette[line] ? { color: readableColour(palette[line]) } : undefined}>{marked}</b>
              </span>
            ))}
          </span>
        </ReelFace>
      </span>
      <p className="hint">
        An example in the style {videoTypeName(style)}. Each style sets its captions in its own way, in one of your
        colours.
      </p>
    </figure>
  );
}

export const cornerWords: Readonly<Record<LogoCorner, string>> = {
  top_left: 'top left',
  top_right: 'top right',
  bottom_left: 'bottom left',
  bottom_right: 'bottom right',
};
