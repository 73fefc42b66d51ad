import { useState } from 'react';

/** The id of a row: a number, or a text where rows are of several kinds. */
export type RowId = number | string;

export type Selection<Id extends RowId> = {
  chosen: ReadonlySet<Id>;
  choose: (ids: Id[], isChosen: boolean) => void;
  clear: () => void;
};

/** The selected rows of a table, by id. Another `key`, such as another filter, starts with none. */
export function useSelection<Id extends RowId>(key: string): Selection<Id> {
  const [state, setState] = useState<{ key: string; chosen: ReadonlySet<Id> }>({ key, chosen: new Set() });
  const chosen: ReadonlySet<Id> = state.key === key ? state.chosen : new Set();
  return {
    chosen,
    choose: (ids, isChosen) => {
      const next = new Set(chosen);
      for (const id of ids) {
        if (isChosen) next.add(id);
        else next.delete(id);
      }
      setState({ key, chosen: next });
    },
    clear: () => setState({ key, chosen: new Set() }),
  };
}
