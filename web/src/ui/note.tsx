import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

interface Props {
  tone?: 'plain' | 'bad' | 'warn' | 'ok';
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

const icons: Record<NonNullable<Props['tone']>, IconName> = {
  plain: 'check',
  bad: 'alert',
  warn: 'clock',
  ok: 'check',
};

/** A note about a problem: its cause, what is safe, and the actions. */
export function Note({ tone = 'plain', title, children, actions }: Props) {
  return (
    <div className={classNames('note', tone !== 'plain' && tone)}>
      <Icon name={icons[tone]} />
      <div>
        <b>{title}</b>
        {children ? <div className="small">{children}</div> : null}
        {actions ? <div className="row">{actions}</div> : null}
      </div>
    </div>
  );
}
