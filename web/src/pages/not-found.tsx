import { paths } from '../app/paths.ts';
import { SiteFrame } from '../app/site-frame.tsx';
import { usePageTitle } from '../app/use-page-title.ts';
import { sampleClip, samplePoster, videoTypeName } from '../content/video-types.ts';
import { buttonClass } from '../ui/button.tsx';
import { PlayIcon } from '../ui/icon.tsx';
import { Stamp } from '../ui/reel.tsx';
import { ReelPlayer } from '../ui/reel-player.tsx';

const style = 'v3';

/** The page for every unknown address: a link back, and a reel that plays. */
export function NotFoundPage() {
  usePageTitle('404 Page Not Found');
  return (
    <SiteFrame signInText="Get Started">
      <main className="wrap lone beside-reel" id="main">
        <div>
          <h1>404 Page Not Found</h1>
          <p className="lead">Did you forget to add the page to the router?</p>
          <a className={buttonClass({ tone: 'primary', size: 'large' })} href={paths.landing}>
            Back to home
          </a>
        </div>
        <ReelPlayer
          tone={style}
          poster={samplePoster(style)}
          clip={sampleClip(style)}
          label={videoTypeName(style)}
          name={videoTypeName(style)}
          topLeft={
            <Stamp>
              <PlayIcon />
            </Stamp>
          }
          playsAtRest
          eager
        />
      </main>
    </SiteFrame>
  );
}
