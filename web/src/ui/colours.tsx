import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface Props {
  label: string;
  /** The label is shown beside it already. */
  isLabelShown?: boolean;
  colours: readonly string[];
  most: number;
  onChange: (colours: string[]) => void;
}

/** A list of colours: each can be changed and removed, and others added up to a limit. */
export function Colours({ label, isLabelShown = false, colours, most, onChange }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: screen readers announce a nested fieldset twice
    <div className="field" role="group" aria-label={label}>
      {isLabelShown ? null : <span className="label">{label}</span>}
      <div className="colours">
        {colours.map((colour, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two colours may be equal
          <span className="colour" key={place}>
            <input
              type="color"
              aria-label={`Colour ${place + 1}`}
              value={colour}
              onChange={(event) => onChange(colours.map((other, at) => (at === place ? event.target.value : other)))}
            />
            <Button
              tone="quiet"
              square
              aria-label={`Remove colour ${place + 1}`}
              onClick={() => onChange(colours.filter((_, at) => at !== place))}
            >
              <Icon name="cross" />
            </Button>
          </span>
        ))}
        {colours.length < most ? (
          <Button size="small" onClick={() => onChange([...colours, '#d63a1f'])}>
            <Icon name="plus" />
            Add a colour
          </Button>
        ) : null}
      </div>
    </div>
  );
}
