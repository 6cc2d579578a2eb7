import { type ReactNode, useRef } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';

interface Props {
  title: string;
  code: string;
  /** The language tabs between the title and the code. */
  children?: ReactNode;
  /** The attributes that make the code the tab panel. */
  panel?: { id: string; role: 'tabpanel'; 'aria-labelledby': string };
}

/** Code under a title, with a button that copies it. A long line scrolls inside the block. */
export function CodeBlock({ title, code, children, panel }: Props) {
  const pre = useRef<HTMLPreElement>(null);
  const select = () => {
    if (pre.current) window.getSelection()?.selectAllChildren(pre.current);
  };
  return (
    <figure className="code-block">
      <figcaption>
        <b>{title}</b>
        <CopyButton what={title} text={() => code} select={select} />
      </figcaption>
      {children}
      <div {...panel}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
        <pre ref={pre} tabIndex={0}>
          <code>{code}</code>
        </pre>
      </div>
    </figure>
  );
}
