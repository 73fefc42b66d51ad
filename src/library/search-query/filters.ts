/** Filters of a search (docs/api/search.md#filters): those of the query language and the parameters, which narrow it further. */
import { Type } from 'typebox';
import { invalidParameter } from '../../platform/errors.ts';
import { wantedId } from '../../platform/openapi/fields.ts';
import { nameKey } from '../../platform/values/names.ts';
import { readEnd, readTime } from '../../platform/values/times.ts';
import { EXTENSIONS, ITEM_KINDS, type ItemKind } from '../listings/file-kinds.ts';
import { ANY, extensionFact } from '../search-index/heads.ts';
import { MAX_OWNER, MAX_TYPE, type NamedFilter, type ParsedQuery, type Range, narrow } from './query.ts';
import { or, quoted } from './terms.ts';

const MAX_PATH = 2000;
/** A name and a value, each of 199 characters, and more. */
const MAX_TAG = 512;

/** Query parameters that narrow a search. */
export const searchFilters = {
  type: Type.Optional(
    Type.Array(Type.String({ maxLength: MAX_TYPE }), {
      description: 'Kinds such as `pdf` or `image`, or extensions. One of them must match.',
    }),
  ),
  in: Type.Optional(
    Type.String({ maxLength: MAX_PATH, description: 'A path of names: a library or folder, and folders below it.' }),
  ),
  libraryId: Type.Optional(wantedId('Only in this library, of which you can read anything.')),
  folderId: Type.Optional(wantedId('Only below this folder.')),
  owner: Type.Optional(
    Type.Array(Type.String({ maxLength: MAX_OWNER }), {
      description: 'The person who created the document: `me`, an email address, part of a name, or a UserId.',
    }),
  ),
  modifiedFrom: Type.Optional(Type.String({ description: 'The earliest date of modification.' })),
  modifiedTo: Type.Optional(
    Type.String({ description: 'The latest date of modification; a bare date includes that day.' }),
  ),
  tag: Type.Optional(
    Type.Array(Type.String({ maxLength: MAX_TAG }), {
      description: 'Tags as `Name=Value`, or `Name` for any value. All must match.',
    }),
  ),
  starred: Type.Optional(Type.Boolean({ description: 'Only items that you have starred.' })),
};

export type FilterParameters = {
  type?: string[];
  in?: string;
  libraryId?: number;
  folderId?: number;
  owner?: string[];
  modifiedFrom?: string;
  modifiedTo?: string;
  tag?: string[];
  starred?: boolean;
};

/** Filters with names that are not resolved yet. In each list of types or owners one has to match. */
export type NamedFilters = {
  types: NamedFilter[][];
  owners: NamedFilter[][];
  tags: NamedFilter[];
  places: string[];
  modified: Range;
  isStarred: boolean;
};

const MAX_VALUES = 32;
/** Each is looked for by its names. */
const MAX_PLACES = 4;

/** 400 for an invalid date, or too many values or places. */
export function readSearchFilters(parsed: ParsedQuery, parameters: FilterParameters): NamedFilters {
  const { type = [], owner = [], tag = [] } = parameters;
  for (const [name, values] of Object.entries({ type, owner, tag })) {
    if (values.length > MAX_VALUES) throw invalidParameter(name, `${name} must have at most ${MAX_VALUES} values.`);
  }
  const modified = { ...parsed.modified };
  const { modifiedFrom, modifiedTo } = parameters;
  narrow(
    modified,
    modifiedFrom ? readTime(modifiedFrom, 'modifiedFrom') : null,
    modifiedTo ? readEnd(modifiedTo, 'modifiedTo').at : null,
  );
  return {
    types: [parsed.types, type.map(positive)].filter(isGiven),
    owners: [parsed.owners, owner.map(positive)].filter(isGiven),
    tags: [...parsed.tags, ...tag.map(positive)],
    places: differentPlaces(parsed.places, parameters.in),
    modified,
    isStarred: parsed.isStarred || parameters.starred === true,
  };
}

// A path that is given twice is one.
function differentPlaces(paths: string[], parameter: string | undefined): string[] {
  const all = parameter === undefined ? paths : [...paths, parameter];
  const different = new Map(all.map((path) => [placeNames(path).join('/'), path]));
  if (different.size <= MAX_PLACES) return [...different.values()];
  throw invalidParameter(parameter === undefined ? 'q' : 'in', `A search can have at most ${MAX_PLACES} places (in:).`);
}

/** The names of a path as they are compared. */
export function placeNames(path: string): string[] {
  return path
    .split(/[/\\]/u)
    .map((part) => nameKey(part.trim()))
    .filter(Boolean);
}

function positive(value: string): NamedFilter {
  return { value, isNot: false };
}

function isGiven(filters: NamedFilter[]): boolean {
  return filters.length > 0;
}

/** Kinds by the words that people use for them, beside their names. */
const ALIASES: Record<string, ItemKind> = {
  doc: 'document',
  word: 'document',
  text: 'document',
  sheet: 'spreadsheet',
  excel: 'spreadsheet',
  slides: 'presentation',
  powerpoint: 'presentation',
  picture: 'image',
  photo: 'image',
  movie: 'video',
  music: 'audio',
  zip: 'archive',
};

/** The kinds and extensions of a filter: `pdf`, `images`, `.docx`, `jpg,png`. */
export function typesOf({ value }: NamedFilter): { kinds: ItemKind[]; extensions: string[] } {
  const kinds: ItemKind[] = [];
  const extensions: string[] = [];
  for (const part of value.split(',')) {
    const name = nameKey(
      part
        .normalize('NFKC')
        .trim()
        .replace(/^[*.]+/, ''),
    );
    if (name === '') continue;
    const isExtension = part.trim().startsWith('.');
    const kind = [name, name.replace(/s$/, '')].flatMap((word) => [
      ITEM_KINDS.find((one) => one === word),
      ALIASES[word],
    ]);
    const found = isExtension ? undefined : kind.find((one) => one !== undefined);
    if (found === undefined) extensions.push(name);
    else kinds.push(found);
  }
  return { kinds, extensions };
}

/** Queries for the index: each must match. */
export function typeFacts(groups: NamedFilter[][]): string[] {
  return groups.flatMap((filters) => {
    const wanted = filters.filter(({ isNot }) => !isNot).map(typeFact);
    const unwanted = filters.filter(({ isNot }) => isNot).map((filter) => `!${typeFact(filter)}`);
    return [...(wanted.length === 0 ? [] : [or(wanted)]), ...unwanted];
  });
}

function typeFact(filter: NamedFilter): string {
  const { kinds, extensions } = typesOf(filter);
  const facts = [...extensions, ...kinds.flatMap((kind) => extensionsOfKind(kind))].map((extension) =>
    quoted(extensionFact(extension)),
  );
  if (kinds.includes('other')) facts.push(`(${quoted(ANY)} & !${or(KNOWN)})`);
  // No document is a folder.
  return facts.length === 0 ? quoted('#none') : or(facts);
}

const KNOWN = Object.values(EXTENSIONS).flatMap((extensions) =>
  extensions.map((extension) => quoted(extensionFact(extension))),
);

function extensionsOfKind(kind: ItemKind): string[] {
  return kind === 'folder' || kind === 'other' ? [] : EXTENSIONS[kind];
}

/** Whether the filters name folders as a type. */
export function asksForFolders({ types }: NamedFilters): boolean {
  return types.some((filters) => filters.some((filter) => !filter.isNot && typesOf(filter).kinds.includes('folder')));
}

/** Whether folders can match: they have a name and a place, and none of the other facts. */
export function admitsFolders({ types, owners, tags, modified }: NamedFilters): boolean {
  const isFolder = (filter: NamedFilter) => typesOf(filter).kinds.includes('folder') !== filter.isNot;
  return (
    owners.length === 0 &&
    tags.length === 0 &&
    modified.from === null &&
    modified.to === null &&
    types.every(
      (filters) =>
        filters.filter(({ isNot }) => isNot).every(isFolder) &&
        (filters.every(({ isNot }) => isNot) || filters.some((filter) => !filter.isNot && isFolder(filter))),
    )
  );
}
