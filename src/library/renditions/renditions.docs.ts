import { type Answers, binary, operations } from '../../platform/openapi/operations.ts';
import { contentAnswers } from '../documents/documents.docs.ts';
import { requires } from '../tree/refusals.docs.ts';

/** Answers for what may not be ready, or cannot be made. */
export const MADE = {
  202: {
    description: 'It is being made: try again after the seconds in `Retry-After`.',
    headers: ['Retry-After', 'Cache-Control'],
  },
  422: 'The content cannot be rendered, or not on this server; `title` states the reason.',
} as const satisfies Answers;

/** The answers of a rendition. */
export const RENDITION_ANSWERS = {
  ...contentAnswers('application/pdf', 'document'),
  ...MADE,
} as const satisfies Answers;

/** The answers of pages. */
export const PAGES_ANSWERS = { 200: 'The number of pages.', ...MADE } as const satisfies Answers;

/** The answers of the picture of a page. */
export const PAGE_ANSWERS = {
  200: {
    description: 'The picture.',
    headers: ['ETag', 'Content-Length', 'Cache-Control'],
    content: binary('image/webp'),
  },
  304: { description: 'Your copy is current.', headers: ['ETag'] },
  400: '`width` is not one of the allowed widths.',
  412: 'The picture has changed.',
  ...MADE,
} as const satisfies Answers;

/** The answers of a playback. */
export const PLAYBACK_ANSWERS = {
  ...RENDITION_ANSWERS,
  200: {
    ...RENDITION_ANSWERS[200],
    headers: [...RENDITION_ANSWERS[200].headers, 'X-Playback-Incomplete'],
    content: binary('video/mp4'),
  },
  206: {
    ...RENDITION_ANSWERS[206],
    headers: [...RENDITION_ANSWERS[206].headers, 'X-Playback-Incomplete'],
    content: binary('video/mp4'),
  },
} as const satisfies Answers;

/** The answers of a list of entries. */
export const ENTRIES_ANSWERS = {
  200: 'The entries.',
  422: 'The document is not a ZIP archive.',
} as const satisfies Answers;

export const renditionDocs = operations('Documents', {
  getDocumentRendition: {
    summary: 'Get a document as PDF',
    description:
      'Returns an office document as PDF, or the content of a PDF, in ranges if wanted. The read is recorded. Requires Read.',
    answers: RENDITION_ANSWERS,
  },
  getDocumentPlayback: {
    summary: 'Play a video or sound',
    description:
      'Returns a video or sound as MP4 (H.264, AAC) that every browser plays, in ranges if wanted. The read is recorded, once in ten minutes. Requires Read.',
    answers: PLAYBACK_ANSWERS,
  },
  getDocumentPages: {
    summary: 'Count the pages of a document',
    description: 'Returns how many pages a document has, and the size of the first one. Requires Read.',
    answers: { ...PAGES_ANSWERS, ...requires('Read', 'document') },
  },
  getDocumentEntries: {
    summary: 'List the entries of an archive',
    description: 'Returns names, sizes and times of the first 10 000 entries of a ZIP archive. Requires Read.',
    answers: { ...ENTRIES_ANSWERS, ...requires('Read', 'document') },
  },
  getDocumentPageImage: {
    summary: 'Get the picture of a page',
    description:
      'Returns a page of a document as a WebP. Widths of 800 and more are recorded as reads, once in ten minutes. Requires Read.',
    answers: { ...PAGE_ANSWERS, ...requires('Read', 'document'), 404: 'No such document or page exists.' },
  },
});
