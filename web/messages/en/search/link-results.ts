/** English messages of the results of a search in a shared folder. */
import { searchMessages } from './results.ts';

export const linkSearchMessages = {
  title: searchMessages.results,
  found: searchMessages.found,
  refused: searchMessages.refused,
  tooMany: 'Too many searches',
  none: `${searchMessages.none} ${searchMessages.noneHint}`,
  noneInNames: `${searchMessages.none} Only the names of files and folders are searched through this link.`,
  beginning: (word: string) => `Search for words that begin with “${word}”`,
} as const;
