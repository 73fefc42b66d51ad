/** Reads what somebody wants to say, with the rules between the fields (docs/api/comments.md#writing). */
import type { Static } from 'typebox';
import { invalidParameter } from '../../platform/errors.ts';
import { hasControls } from '../../platform/values/texts.ts';
import { type CreateCommentBody, MAX_TEXT, type RegionSchema } from './comments.schema.ts';

/** A comment to add. `region`: left, top, width and height. */
export type CommentDraft = {
  text: string;
  parentId: number | null;
  page: number | null;
  region: [number, number, number, number] | null;
  /** Null: the current one. */
  revisionId: number | null;
  mentionedIds: number[];
};

type Wanted = Static<typeof CreateCommentBody>;

export function readComment({ Text, ParentId, Page, Region, RevisionId, Mentions = [] }: Wanted): CommentDraft {
  const parentId = ParentId ?? null;
  if (parentId !== null && (Page !== undefined || Region !== undefined)) {
    throw invalidParameter('Page', 'A reply is about the place of its thread: leave Page and Region out.');
  }
  if (Region !== undefined && Page === undefined) throw invalidParameter('Region', 'A Region requires a Page.');
  return {
    text: readText(Text),
    parentId,
    page: Page ?? null,
    region: Region === undefined ? null : readRegion(Region),
    revisionId: RevisionId ?? null,
    mentionedIds: [...new Set(Mentions)],
  };
}

/** The stored form: NFC, `\n` between lines, without space at the ends. */
export function readText(text: string): string {
  const normal = text
    .normalize('NFC')
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .trim();
  if (/^[\s\p{Default_Ignorable_Code_Point}]*$/u.test(normal))
    throw invalidParameter('Text', 'Text must not be blank.');
  if ([...normal].length > MAX_TEXT) {
    throw invalidParameter('Text', `Text must not be longer than ${MAX_TEXT} characters.`);
  }
  if (hasControls(normal)) {
    throw invalidParameter('Text', 'Text must not contain control characters or overrides of direction.');
  }
  if (/[\p{Surrogate}\p{Noncharacter_Code_Point}]/u.test(normal)) {
    throw invalidParameter('Text', 'Text is not well-formed Unicode.');
  }
  return normal;
}

// A region that leaves the page by a rounding error of the client is still on it.
function readRegion({ X, Y, Width, Height }: Static<typeof RegionSchema>): [number, number, number, number] {
  const tolerance = 1e-6;
  if (Width === 0 || Height === 0 || X + Width > 1 + tolerance || Y + Height > 1 + tolerance) {
    throw invalidParameter('Region', 'Region must have a width and a height, and be on the page.');
  }
  return [X, Y, Width, Height];
}
