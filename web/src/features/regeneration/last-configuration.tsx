import type { ReactNode } from 'react';
import { samplePoster, videoTypeName } from '../../content/video-types.ts';
import { Card } from '../../ui/card.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Reel } from '../../ui/reel.tsx';

export interface GeneratedConfiguration {
  videoType: string;
  includeAudio: boolean;
  scheduledDates: number;
  notes: string;
}

interface Props {
  /** Null before the first save. */
  configuration: GeneratedConfiguration | null;
  /** The link to the configuration. */
  action: ReactNode;
}

/** The saved settings that a regeneration uses. */
export function LastConfiguration({ configuration, action }: Props) {
  return (
    <Card title="Last generated configuration">
      {configuration ? (
        <div className="last-configuration">
          <Reel tone={configuration.videoType} poster={samplePoster(configuration.videoType)} ticks={8} eager />
          <dl className="facts">
            <Fact name="Video type">{videoTypeName(configuration.videoType)}</Fact>
            <Fact name="Audio">{configuration.includeAudio ? 'Audio Enabled' : 'Audio Disabled'}</Fact>
            <Fact name="Scheduled dates">
              <span className="number">{configuration.scheduledDates}</span>
            </Fact>
            <Fact name="Notes">
              {configuration.notes ? (
                <span className="notes-read">{configuration.notes}</span>
              ) : (
                <span className="muted">No notes</span>
              )}
            </Fact>
          </dl>
        </div>
      ) : (
        <Empty text="No video configuration found">{action}</Empty>
      )}
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
