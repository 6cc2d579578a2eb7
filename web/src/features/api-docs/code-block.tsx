import { type ReactNode, useRef } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';

interface Props {
  title: string;
  code: string;
  /** Between the title and the code: the choice of a language. */
  children?: ReactNode;
  /** The panel of that choice. */
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
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
        <pre ref={pre} tabIndex={0}>
          <code>{code}</code>
        </pre>
      </div>
    </figure>
  );
}
