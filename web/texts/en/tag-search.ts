/** Texts of the search by tags, in English. */

const number = (count: number) => new Intl.NumberFormat('en').format(count);

export const tagSearchTexts = {
  action: 'Search by tags',
  titleOf: (name: string) => `Search “${name}” by tags`,
  text: 'Documents that carry all of these values, here and in all folders below.',
  conditions: 'Conditions',
  condition: (count: number) => `Condition ${count}`,
  tag: 'Tag',
  choose: 'Choose a tag',
  value: 'Value',
  is: 'is',
  missing: 'Choose a tag and give its value.',
  wrong: { String: 'No document can carry this text.', Numeric: 'Give a number like 12.5.', Date: 'Choose a day.' },
  add: 'Add a condition',
  remove: (count: number) => `Remove condition ${count}`,
  search: 'Search',
  noTags: 'This library has no tags. Whoever may change it can make tag types for it.',
  gone: 'One of these tags is not there any more. Choose another.',
  found: (count: number) => (count === 1 ? '1 document' : `${number(count)} documents`),
  results: 'What was found',
  none: 'No document that you may read carries all of these values.',
  inFolder: (folder: string) => `in ${folder}`,
  keep: 'The address of this page holds the search: keep it as a bookmark, or send it.',
  inLibraries: 'Search by tags in a library',
} as const;
