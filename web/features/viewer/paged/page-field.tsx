import { ActionIcon, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { viewerMessages as t } from '../../../messages/en/viewer/viewer.ts';
import { NUMBER_HINTS } from '../../../ui/input-hints.ts';
import { type Pager, type PagerView, goTo } from './pager.ts';
import css from './paged.module.css';

/** The number of the current page, where a reader types another, and buttons to the neighbors. */
export function PageField({ pager, view, isNarrow }: { pager: Pager; view: PagerView; isNarrow: boolean }) {
  const { count } = pager.source;
  const { page } = view;
  return (
    <div className={css.pageField}>
      {isNarrow ? null : (
        <ActionIcon
          variant="subtle"
          aria-label={t.previousPage}
          title={t.previousPage}
          disabled={page === 1}
          onClick={() => goTo(pager, page - 1)}
        >
          <IconChevronUp size={20} aria-hidden />
        </ActionIcon>
      )}
      <NumberField page={page} count={count} onPage={(chosen) => goTo(pager, chosen)} />
      <span>{t.pageCount(count)}</span>
      {isNarrow ? null : (
        <ActionIcon
          variant="subtle"
          aria-label={t.nextPage}
          title={t.nextPage}
          disabled={page === count}
          onClick={() => goTo(pager, page + 1)}
        >
          <IconChevronDown size={20} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}

function NumberField({ page, count, onPage }: { page: number; count: number; onPage: (page: number) => void }) {
  // The typed number counts for the page on which it was typed.
  const [typed, setTyped] = useState({ text: String(page), on: page });
  const text = typed.on === page ? typed.text : String(page);
  const choose = () => {
    const chosen = Number(text);
    if (Number.isInteger(chosen) && chosen >= 1 && chosen !== page) onPage(Math.min(chosen, count));
    else setTyped({ text: String(page), on: page });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') choose();
  };
  return (
    <TextInput
      size="xs"
      className={css.pageNumber}
      aria-label={t.pageField}
      value={text}
      onChange={(event) => setTyped({ text: event.currentTarget.value, on: page })}
      onBlur={choose}
      onKeyDown={onKeyDown}
      onFocus={(event) => event.currentTarget.select()}
      {...NUMBER_HINTS}
    />
  );
}
