import { type ReactNode, useRef } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useIsHydrated } from '../../ui/use-is-hydrated.ts';

interface Props {
  title: string;
  code: string;
  /** The language tabs between the title and the code. */
  children?: ReactNode;
  /** The attributes that make the code the tab panel. */
  panel?: { id: string; role: 'tabpanel'; 'aria-labelledby': string };
}

/**
 * Code under a title, with a button that copies it. A long line scrolls inside the block. It is inert in the HTML that the
 * build wrote: the build does not know the address of this installation, and a sample with another one must not be copied.
 */
export function CodeBlock({ title, code, children, panel }: Props) {
  const isHydrated = useIsHydrated();
  const pre = useRef<HTMLPreElement>(null);
  const select = () => {
    if (pre.current) window.getSelection()?.selectAllChildren(pre.current);
  };
  return (
    <figure className="code-block" inert={!isHydrated}>
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
