import type { CommentRegion } from '../../api/answers.ts';

/** The page that a comment is about, and the part of it; null: the whole page. */
export type CommentPlace = { page: number; region: CommentRegion | null };
