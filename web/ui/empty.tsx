import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import css from '../features/library/library.module.css';

type Props = {
  Icon: Icon;
  text: string;
  /** The action that fills the list. */
  children?: ReactNode;
};

/** The state of an empty list. */
export function Empty({ Icon, text, children }: Props) {
  return (
    <div className={css.empty}>
      <Icon size={48} stroke={1.25} aria-hidden />
      <p>{text}</p>
      {children}
    </div>
  );
}
