import type { NamedItem } from '../../api/answers.ts';
import { appMessages } from '../../messages/en/app.ts';

/** The library and the folders that contain an item, limited to those that the person can see. */
export const placeOf = ({ LibraryName, Path }: NamedItem): string =>
  appMessages.search.inPlace([LibraryName, ...Path.map(({ FolderName }) => FolderName)].join(' › '));
