import { ActionIcon, CloseButton, Menu, TextInput } from '@mantine/core';
import { IconArrowsSort, IconFilter, IconLayoutGrid, IconList } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { libraryMessages } from '../../../messages/en/library.ts';
import { PopMenu } from '../../../ui/menus/pop-menu.tsx';
import { useBrowsing } from '../browser-context.ts';
import { FilterBar } from '../filters/filter-bar.tsx';
import { NOTHING } from './selection.ts';
import { ViewMenu } from '../columns/view-menu.tsx';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { SEARCH_HINTS } from '../../../ui/input-hints.ts';
import css from '../library.module.css';

/** The list stays while a person types. */
const TYPING_MS = 250;

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** Filters, sorting and view of a list, kept in the address. A phone has the last two beside the actions of the place. */
export function ListControls() {
  const { isPhone } = useBrowsing().look;
  return (
    <div className={css.browserControls}>
      <FilterBox />
      <FilterBar />
      {isPhone ? null : <ViewControls />}
    </div>
  );
}

/** Sorting, columns, and rows or tiles. */
export function ViewControls() {
  const { view } = useSearch({ strict: false });
  const change = useChange();
  const isTiles = view === 'tiles';
  const label = isTiles ? libraryMessages.view.rows : libraryMessages.view.tiles;
  return (
    <span className={css.viewControls}>
      <SortMenu />
      {isTiles ? null : <ViewMenu />}
      <ActionIcon
        variant="default"
        size={36}
        aria-label={label}
        title={label}
        onClick={() => change({ view: isTiles ? undefined : 'tiles' })}
      >
        {isTiles ? <IconList {...icon} /> : <IconLayoutGrid {...icon} />}
      </ActionIcon>
    </span>
  );
}

/** Changes the view of the list in the address. */
export function useChange() {
  const navigate = useNavigate();
  return (changed: { filter?: string | undefined; sort?: string | undefined; view?: string | undefined }) =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...changed }), replace: true });
}

function FilterBox() {
  const { filter = '' } = useSearch({ strict: false });
  const { select, look } = useBrowsing();
  const [text, setText] = useState(filter);
  const change = useChange();
  const settled = useDebounced(text, TYPING_MS);
  // Other controls, links and Back change the address too.
  const [shown, setShown] = useState(filter);
  if (filter !== shown) {
    setShown(filter);
    if (filter !== settled) setText(filter);
  }
  useEffect(() => {
    if (settled === filter) return;
    select(NOTHING);
    change({ filter: settled === '' ? undefined : settled });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only typing updates the address, which gives the field its first value
  }, [settled]);
  return (
    <TextInput
      {...SEARCH_HINTS}
      className={css.browserFilter}
      type="text"
      role="searchbox"
      aria-label={libraryMessages.filter}
      placeholder={look.isPhone ? libraryMessages.filterShort : libraryMessages.filter}
      leftSection={<IconFilter size={18} aria-hidden />}
      rightSection={
        text === '' ? null : <CloseButton aria-label={libraryMessages.clearFilter} onClick={() => setText('')} />
      }
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
    />
  );
}

function SortMenu() {
  const { sort = 'name' } = useSearch({ strict: false });
  const change = useChange();
  const { select } = useBrowsing();
  return (
    <PopMenu>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={libraryMessages.sort} title={libraryMessages.sort}>
          <IconArrowsSort {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(libraryMessages.sorts).map(([order, label]) => (
          <Menu.Item
            key={order}
            fw={order === sort ? 600 : 400}
            aria-current={order === sort}
            onClick={() => {
              select(NOTHING);
              change({ sort: order === 'name' ? undefined : order });
            }}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </PopMenu>
  );
}
