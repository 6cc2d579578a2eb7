import { Icon } from './icon.tsx';

interface Props {
  items: { question: string; answer: string }[];
  /** The index of the item that is open at first. */
  open?: number;
}

/** Questions that open one by one; several may be open at once. */
export function Accordion({ items, open = 0 }: Props) {
  return (
    <div className="accordion">
      {items.map((item, place) => (
        <details key={item.question} open={place === open}>
          <summary>
            {item.question}
            <Icon name="plus" />
          </summary>
          <p className="muted">{item.answer}</p>
        </details>
      ))}
    </div>
  );
}
