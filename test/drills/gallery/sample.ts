/** A file of the gallery, and the parts of a page that show it. */
export type Sample = {
  /** Its extension says the kind. */
  name: string;
  content: Buffer;
  /** A selector of what a person sees who may download it. */
  shows: string;
  /** The same for a visitor who can only view. Pages by default. */
  shownToViewers?: string;
};

/** A page as a picture, once it is loaded. */
export const PAGE = '[data-page="1"] img';
/** A page of a PDF with its text. */
export const PDF_PAGE = '[data-page="1"] canvas';
/** The reason why a kind of file is not shown. */
export const NOT_SHOWN = 'text=can’t be previewed';
/** A film or sound that the server converts after a click. */
export const CONVERTED = 'button:has-text("Play")';
