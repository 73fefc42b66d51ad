/** What is being dragged within the app: browsers let nobody look into what is dragged until it is dropped. */
import type { Entry } from './entry.ts';

const TYPE = 'application/x-carrel';

let dragged: Entry[] = [];

/** Begins to drag. */
export function drag({ dataTransfer }: { dataTransfer: DataTransfer }, entries: Entry[]): void {
  dragged = entries;
  dataTransfer.effectAllowed = 'move';
  dataTransfer.setData(TYPE, '');
}

export const isDragged = ({ dataTransfer }: { dataTransfer: DataTransfer }): boolean =>
  dataTransfer.types.includes(TYPE);

export const draggedEntries = (): Entry[] => dragged;
