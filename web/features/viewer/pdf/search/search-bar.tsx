import { ActionIcon, CloseButton, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { viewerMessages as t } from '../../../../messages/en/viewer/viewer.ts';
import { SEARCH_HINTS } from '../../../../ui/input-hints.ts';
import { useDebounced } from '../../../../ui/use-debounced.ts';
import { type Pager, goTo } from '../../paged/pager.ts';
import { type PdfSearch, rankOf, startSearch, stepResult, useSearchState } from './search.ts';
import css from '../pdf.module.css';

const TYPING_MS = 250;

type Props = {
  search: PdfSearch;
  pager: Pager;
  /** The text that is searched at first. The field then leaves the focus where it is. */
  wanted: string;
  onClose: () => void;
};

/** The field that searches in a PDF, with the number of results and buttons to the next and previous one. */
export function SearchBar({ search, pager, wanted, onClose }: Props) {
  const [text, setText] = useState(wanted);
  const field = useRef<HTMLInputElement>(null);
  const close = useReturnOfFocus(onClose);
  const settled = useDebounced(text, TYPING_MS);
  useEffect(() => {
    if (wanted === '') field.current?.focus();
  }, [wanted]);
  useEffect(() => {
    void startSearch(search, settled, pager.view.page).catch(() => {});
    return () => void startSearch(search, '', 1);
  }, [search, pager, settled]);
  useResultPage(search, pager);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') stepResult(search, event.shiftKey ? -1 : 1);
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  return (
    <search className={css.bar}>
      <TextInput
        ref={field}
        type="search"
        {...SEARCH_HINTS}
        size="xs"
        className={css.barField}
        aria-label={t.searchField}
        placeholder={t.searchField}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Results search={search} />
      <CloseButton aria-label={t.closeSearch} onClick={close} />
    </search>
  );
}

// Closes the bar and gives the focus back to the button that opened it.
function useReturnOfFocus(onClose: () => void): () => void {
  const [opener] = useState(() => document.activeElement);
  return () => {
    onClose();
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
  };
}

// The page of a result that is not near is shown first; its text then scrolls to the result (pdf-text.tsx).
function useResultPage(search: PdfSearch, pager: Pager): void {
  const { current } = useSearchState(search);
  const page = current?.page ?? null;
  useEffect(() => {
    if (page !== null && (page < pager.view.first || page > pager.view.last)) goTo(pager, page);
  }, [pager, page]);
}

function Results({ search }: { search: PdfSearch }) {
  const state = useSearchState(search);
  const { rank, total } = rankOf(state);
  return (
    <>
      <span className={css.barCount} role="status">
        {state.query === '' ? '' : t.found(rank, total, state.isSearching)}
      </span>
      {([-1, 1] as const).map((direction) => (
        <ActionIcon
          key={direction}
          variant="subtle"
          aria-label={direction === 1 ? t.nextResult : t.previousResult}
          title={direction === 1 ? t.nextResult : t.previousResult}
          disabled={total === 0}
          onClick={() => stepResult(search, direction)}
        >
          {direction === 1 ? <IconChevronDown size={20} aria-hidden /> : <IconChevronUp size={20} aria-hidden />}
        </ActionIcon>
      ))}
    </>
  );
}
