import type { Icon } from '@tabler/icons-react';
import css from '../features/library/library.module.css';

/** The state of an empty list. */
export function Empty({ Icon, text }: { Icon: Icon; text: string }) {
  return (
    <div className={css.empty}>
      <Icon size={48} stroke={1.25} aria-hidden />
      <p>{text}</p>
    </div>
  );
}
