import { useState } from 'react';

export type Selection = {
  chosen: ReadonlySet<number>;
  choose: (ids: number[], isChosen: boolean) => void;
  clear: () => void;
};

const NONE: ReadonlySet<number> = new Set();

/** The selected rows of a table, by id. Another `key`, such as another filter, starts with none. */
export function useSelection(key: string): Selection {
  const [state, setState] = useState({ key, chosen: NONE });
  const chosen = state.key === key ? state.chosen : NONE;
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
    clear: () => setState({ key, chosen: NONE }),
  };
}
