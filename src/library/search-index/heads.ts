/** The part of a document's index row beside its text: the words of its name and tags, and facts. */
import { extensionKey } from '../../platform/values/names.ts';
import { wordsOf } from '../../platform/values/words.ts';

/** A value of a tag as people set it, with its type. */
export type IndexedTag = { tagTypeId: number; value: string; key: string; isStatus: boolean };

export type IndexedDocument = {
  documentId: number;
  name: string;
  createdBy: number | null;
  modifiedAt: string;
  tags: IndexedTag[];
};

/** A position that PostgreSQL can store. */
const MAX_POSITION = 16_383;
/** PostgreSQL limits a vector to 1 MB. More words and tags than these of a document are not indexed. */
const MAX_BYTES = 65_536;
const MAX_TAGS = 500;
/** Between a name and each tag, so that no phrase goes from one to the next. */
const GAP = 10;

/** A word at the end of the head, so that words that are added start behind a gap. No text contains it. */
export const END = '~';

/** The text form of a tsvector: words of the name with weight A, of the tags with B. They contain no quotes. */
export function headOf({ name, tags }: Pick<IndexedDocument, 'name' | 'tags'>): string {
  const fields: [string, string][] = [
    [name, 'A'],
    ...tags.filter(isOwn).map(({ value }): [string, string] => [value, 'B']),
  ];
  const lexemes: string[] = [];
  let position = 0;
  let bytes = 0;
  for (const [text, weight] of fields) {
    for (const { word } of wordsOf(text)) {
      position += 1;
      bytes += Buffer.byteLength(word);
      if (bytes > MAX_BYTES) break;
      lexemes.push(`'${word}':${Math.min(position, MAX_POSITION)}${weight}`);
    }
    position += GAP;
  }
  return [...lexemes, `'${END}':${Math.min(position + GAP, MAX_POSITION)}`].join(' ');
}

/** Lexemes by which the index finds documents of a kind, a person, a year or a tag. Words never begin with `#`. */
export function factsOf(document: IndexedDocument): string[] {
  const { name, createdBy, modifiedAt, tags } = document;
  return [
    ANY,
    extensionFact(extensionKey(name)),
    yearFact(new Date(modifiedAt).getUTCFullYear()),
    ...(createdBy === null ? [] : [ownerFact(createdBy)]),
    ...tags.slice(0, MAX_TAGS).flatMap(({ tagTypeId, key }) => [tagTypeFact(tagTypeId), tagFact(tagTypeId, key)]),
  ];
}

/** Every document has it. */
export const ANY = '#';
export const extensionFact = (extension: string): string => `#.${extension}`;
/** Of the language of a document's words (`document_search.language`). */
export const languageFact = (language: string): string => `#l${language}`;
export const ownerFact = (userId: number): string => `#u${userId}`;
export const yearFact = (year: number): string => `#y${year}`;
export const tagTypeFact = (tagTypeId: number): string => `#t${tagTypeId}`;
export const tagFact = (tagTypeId: number, key: string): string => `#t${tagTypeId}=${key}`;

// Status tags are values of the service, in words that nobody wrote.
function isOwn({ isStatus }: IndexedTag): boolean {
  return !isStatus;
}
