import { Button, CloseButton, Title } from '@mantine/core';
import {
  createContext,
  type ReactNode,
  type SyntheticEvent,
  use,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { appMessages } from '../../messages/en/app.ts';
import { useCloseOnBack } from './use-close-on-back.ts';
import css from './dialog.module.css';

const t = appMessages.dialog;

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
  /** Whether it holds an input that would be lost: a question is asked before it closes. */
  isBegun?: boolean;
  /** Whether the input is being sent: it does not close meanwhile. */
  isBusy?: boolean;
};

type Leave = (next: () => void) => void;

const LeaveContext = createContext<Leave>((next) => next());

/** For buttons of a dialog that leave it in another way than closing it: the same question is asked before. */
export const useLeave = (): Leave => use(LeaveContext);

/** A native dialog: it traps the focus, Escape and going back close it, and the focus returns to where it was. */
export function Dialog(props: Props) {
  const { title, children, foot, isWide = false, isSheet = false, onClose } = props;
  const { dialog, leave, isAsking, discard, keep, handlers } = useLeaving(props);
  const heading = useId();
  return (
    <dialog
      ref={dialog}
      className={[css.dialog, ...(isWide ? [css.isWide] : []), ...(isSheet ? [css.isSheet] : [])].join(' ')}
      aria-labelledby={heading}
      {...handlers}
    >
      <div className={css.dialogHead}>
        <Title order={2} size="h4" id={heading}>
          {title}
        </Title>
        {/* The focus stays in a field, which would move the button before the click by what it adds. */}
        <CloseButton
          aria-label={t.close}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => leave(onClose)}
        />
      </div>
      <div className={css.dialogBody}>{children}</div>
      {isAsking ? (
        <Discard onKeep={keep} onDiscard={discard} />
      ) : foot === undefined ? null : (
        <LeaveContext value={leave}>
          <div className={css.dialogFoot}>{foot}</div>
        </LeaveContext>
      )}
    </dialog>
  );
}

function useLeaving({ isBegun = false, isBusy = false, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Set while the question is asked; `next` follows if the person discards the input.
  const [asked, ask] = useState<{ next: () => void } | null>(null);
  const keep = () => ask(null);
  const rememberFocus = useFocusWhile(asked !== null);
  const leave: Leave = (next) => {
    if (isBusy) return;
    if (isBegun && asked === null) rememberFocus();
    if (isBegun) ask(asked === null ? { next } : null);
    else next();
  };
  const discard = () => {
    keep();
    asked?.next();
  };
  useCloseOnBack(() => leave(onClose), { isBegun });
  // Closed before it leaves the document, where the browser would no longer return the focus.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    focusField(shown);
    return () => shown?.close();
  }, []);
  const handlers = {
    onCancel: (event: SyntheticEvent) => {
      event.preventDefault();
      leave(onClose);
    },
    // A browser closes it without asking us if Escape is pressed again and again.
    onClose: ({ target }: SyntheticEvent) => {
      if (target !== dialog.current || !dialog.current.isConnected) return;
      dialog.current.showModal();
      leave(onClose);
    },
  };
  return { dialog, leave, isAsking: asked !== null && isBegun, discard, keep, handlers };
}

// The question takes the focus, which returns to where it was when the question is gone.
function useFocusWhile(isAsking: boolean): () => void {
  const before = useRef<Element | null>(null);
  useEffect(() => {
    if (isAsking) return;
    if (before.current instanceof HTMLElement) before.current.focus();
    before.current = null;
  }, [isAsking]);
  return () => {
    before.current = document.activeElement;
  };
}

// Without another wish, the browser focuses the first control, the button that closes it. With a finger, the keyboard on the screen
// would cover a form.
function focusField(dialog: HTMLDialogElement | null): void {
  const isFirst = document.activeElement === dialog?.querySelector('button');
  if (!isFirst || !window.matchMedia('(pointer: fine)').matches) return;
  dialog?.querySelector<HTMLElement>(FIELD)?.focus();
}

const FIELD = `form :is(input:not([type=hidden], [type=checkbox], [type=radio], [type=file]), textarea, select):enabled`;

// In the place of the buttons, so that the input stays in view.
function Discard({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <div className={css.dialogFoot} role="alertdialog" aria-label={t.discardTitle}>
      <span className={css.question}>{t.discardTitle}</span>
      <Button ref={keep} variant="default" onClick={onKeep}>
        {t.keepEditing}
      </Button>
      <Button color="red.9" onClick={onDiscard}>
        {t.discard}
      </Button>
    </div>
  );
}
