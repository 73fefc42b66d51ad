/** Commands that the current page offers in the command palette. */
import { useEffect } from 'react';

export type Command = { label: string; run: () => void };

let offered: readonly Command[] = [];

export const listCommands = (): readonly Command[] => offered;

/** Offers these commands while the component is on the page. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    offered = commands;
    return () => {
      if (offered === commands) offered = [];
    };
  }, [commands]);
}
