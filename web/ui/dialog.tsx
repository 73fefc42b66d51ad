import { CloseButton, Title } from '@mantine/core';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { appMessages } from '../messages/en/app.ts';
import css from './dialog.module.css';

type Props = {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Buttons, always visible below the scrolling content. The last one is the primary button. */
  foot?: ReactNode;
  /** For content with columns. */
  isWide?: boolean;
  /** Fills the screen of a phone. */
  isSheet?: boolean;
};

/** A native dialog: it traps the focus, Escape closes it, and the focus returns to where it was. */
export function Dialog({ title, onClose, children, foot, isWide = false, isSheet = false }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // Closed before it leaves the document, where the browser would no longer return the focus.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={[css.dialog, ...(isWide ? [css.isWide] : []), ...(isSheet ? [css.isSheet] : [])].join(' ')}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={css.dialogHead}>
        <Title order={2} size="h4" id={heading}>
          {title}
        </Title>
        <CloseButton aria-label={appMessages.dialog.close} onClick={onClose} />
      </div>
      <div className={css.dialogBody}>{children}</div>
      {foot === undefined ? null : <div className={css.dialogFoot}>{foot}</div>}
    </dialog>
  );
}
