/** The items that are being dragged within the app. Browsers hide the dragged data until the drop. */
import type { LibraryItem } from '../item/library-item.ts';

const TYPE = 'application/x-carrel';

let dragged: LibraryItem[] = [];

/** Starts a drag. */
export function drag({ dataTransfer }: { dataTransfer: DataTransfer }, entries: LibraryItem[]): void {
  dragged = entries;
  dataTransfer.effectAllowed = 'move';
  dataTransfer.setData(TYPE, '');
}

export const isDragged = ({ dataTransfer }: { dataTransfer: DataTransfer }): boolean =>
  dataTransfer.types.includes(TYPE);

export const draggedEntries = (): LibraryItem[] => dragged;
