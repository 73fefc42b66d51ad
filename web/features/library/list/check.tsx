import { IconCheck } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { libraryMessages } from '../../../messages/en/library.ts';
import css from '../library.module.css';

type Props = { isChosen: boolean; name: string; onClick: (event: MouseEvent) => void; className?: string | undefined };

/** Toggles the selection of one row, by mouse or touch. The keyboard uses Space in the list. */
export function Check({ isChosen, name, onClick, className = '' }: Props) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`${css.checkButton} ${className}`}
      aria-label={libraryMessages.select(name)}
      aria-pressed={isChosen}
      onClick={onClick}
    >
      <span className={css.check}>{isChosen ? <IconCheck size={14} stroke={3} aria-hidden /> : null}</span>
    </button>
  );
}
