import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

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
      <ul className="checks">
        {features.map((feature) => (
          <li key={feature}>
            <Icon name="check" />
            <span>{feature}</span>
          </li>
        ))}
      </ul>
      <div>
        <Button tone="primary" onClick={onUpgrade}>
          Upgrade Plan
        </Button>
      </div>
    </section>
  );
}
