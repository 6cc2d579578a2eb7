import { Button } from '../../ui/button.tsx';
import { Checks } from '../../ui/checks.tsx';

interface Props {
  title: string;
  features: readonly string[];
  onUpgrade: () => void;
}

/** What a higher plan shows here. */
export function Locked({ title, features, onUpgrade }: Props) {
  return (
    <section className="panel pad card seen-locked" aria-labelledby="locked-title">
      <h2 id="locked-title">{title}</h2>
      <Checks items={features} />
      <div>
        <Button tone="primary" onClick={onUpgrade}>
          Upgrade Plan
        </Button>
      </div>
    </section>
  );
}
