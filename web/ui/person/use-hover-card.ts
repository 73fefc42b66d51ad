/** A card beside a button: shown on hover, focus and tap, hidden by leaving, Escape and a press elsewhere. */
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

const OPEN_MS = 350;
/** Long enough to move the pointer to the card. */
const CLOSE_MS = 150;
const GAP = 6;

export function useHoverCard() {
  const id = useId();
  const buttonRef = useRef<HTMLButtonElement>(null);
  const cardRef = useRef<HTMLSpanElement>(null);
  const wrapperRef = useRef<HTMLSpanElement>(null);
  const { isOpen, later, now } = useDelayed();
  useLayoutEffect(() => {
    if (isOpen && buttonRef.current !== null && cardRef.current !== null) show(cardRef.current, buttonRef.current);
  }, [isOpen]);
  useHiding(isOpen, wrapperRef, now);
  const isInside = (node: EventTarget | null) => node instanceof Node && wrapperRef.current?.contains(node) === true;
  return {
    isOpen,
    id,
    wrapper: {
      ref: wrapperRef,
      onMouseEnter: () => later(true, OPEN_MS),
      onMouseLeave: () => later(false, CLOSE_MS),
      onBlur: ({ relatedTarget }: FocusEvent) => isInside(relatedTarget) || now(false),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !isOpen) return;
        // A dialog around it stays open.
        event.preventDefault();
        event.stopPropagation();
        now(false);
      },
    },
    button: {
      ref: buttonRef,
      'aria-describedby': isOpen ? id : undefined,
      onFocus: () => buttonRef.current?.matches(':focus-visible') === true && now(true),
      onClick: () => now(true),
    },
    card: { ref: cardRef },
  };
}

// Scrolling would leave the card behind, and some browsers do not move the focus on a tap.
function useHiding(isOpen: boolean, wrapper: RefObject<HTMLElement | null>, now: (isOpen: boolean) => void): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const stopping = new AbortController();
    const options = { signal: stopping.signal, capture: true, passive: true };
    const onPress = ({ target }: Event) => wrapper.current?.contains(target as Node) === true || now(false);
    window.addEventListener('scroll', () => now(false), options);
    window.addEventListener('pointerdown', onPress, options);
    return () => stopping.abort();
  }, [isOpen, wrapper, now]);
}

function useDelayed() {
  const [isOpen, setIsOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [set] = useState(() => ({
    later: (wanted: boolean, ms: number) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setIsOpen(wanted), ms);
    },
    now: (wanted: boolean) => {
      clearTimeout(timer.current);
      setIsOpen(wanted);
    },
  }));
  useEffect(() => () => clearTimeout(timer.current), []);
  return { isOpen, ...set };
}

// In the top layer, so that neither a scrolling list nor a dialog cuts it off.
function show(card: HTMLElement, button: HTMLElement): void {
  card.showPopover();
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = card;
  const isBelow = at.bottom + GAP + height <= window.innerHeight;
  card.style.top = `${isBelow ? at.bottom + GAP : Math.max(GAP, at.top - GAP - height)}px`;
  card.style.left = `${Math.max(GAP, Math.min(at.left, window.innerWidth - width - GAP))}px`;
}
