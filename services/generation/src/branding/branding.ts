import type { LogoCorner } from '@reelwright/product';
import type { VideoRequest } from '../videos/video-request.ts';

/** A stored logo, by the SHA-256 of its PNG. */
export interface Logo {
  readonly digest: string;
  readonly width: number;
  readonly height: number;
}

/** A person's logo and colours; a job has the ones that its video was requested with. */
export interface Branding {
  readonly logo: Logo | null;
  /** `#rrggbb`, the most important first. */
  readonly palette: readonly string[];
  readonly corner: LogoCorner;
}

/** What a job needs to be drawn with its branding. */
interface BrandedJob {
  readonly request: VideoRequest;
  readonly branding: Branding | null;
  readonly is_branded: boolean | null;
}

/** The branding that is drawn on the job's video; null without one, or where the plan does not include it. */
export const drawnBranding = ({ branding, is_branded: isBranded }: BrandedJob): Branding | null =>
  isBranded ? branding : null;

const NO_BRAND = { name: '', occupation: '', feel: '', colours: [] };

/** The request as the model gets it: the palette takes the place of the brand's colours. */
export function brandedRequest(job: BrandedJob): VideoRequest {
  const { request } = job;
  const palette = drawnBranding(job)?.palette ?? [];
  if (palette.length === 0) return request;
  return { ...request, brand: { ...(request.brand ?? NO_BRAND), colours: palette } };
}

/** The corner of the logo that is drawn on the job's video; null without one. */
export function logoCornerOf(job: BrandedJob): LogoCorner | null {
  const branding = drawnBranding(job);
  return branding?.logo ? branding.corner : null;
}
