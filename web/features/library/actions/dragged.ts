/** What is being dragged within the app: browsers let nobody look into what is dragged until it is dropped. */
import type { LibraryItem } from '../item/library-item.ts';

const TYPE = 'application/x-carrel';

let dragged: LibraryItem[] = [];

/** Begins to drag. */
export function drag({ dataTransfer }: { dataTransfer: DataTransfer }, entries: LibraryItem[]): void {
  dragged = entries;
  dataTransfer.effectAllowed = 'move';
  dataTransfer.setData(TYPE, '');
}

export const isDragged = ({ dataTransfer }: { dataTransfer: DataTransfer }): boolean =>
  dataTransfer.types.includes(TYPE);

export const draggedEntries = (): LibraryItem[] => dragged;
