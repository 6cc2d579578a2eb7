import { Switch } from '../../ui/switch.tsx';
import type { Settings } from './api.ts';

interface Props {
  settings: Settings;
  onSettings: (change: Partial<Settings>) => void;
}

/** Whether each video is posted only after its owner approved it. */
export function AskBeforePosting({ settings, onSettings }: Props) {
  return (
    <div className="field">
      <h3>Before it is posted</h3>
      <Switch checked={settings.askBeforePosting} onChange={(askBeforePosting) => onSettings({ askBeforePosting })}>
        Ask me before each post
      </Switch>
      <p className="hint">
        Each video waits on your dashboard until you press Approve, at most 6 hours past its time. Off: videos are
        posted at their time by themselves.
      </p>
    </div>
  );
}
