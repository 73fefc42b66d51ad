import { operations } from '../../platform/openapi/operations.ts';
import {
  ENTRIES_ANSWERS,
  PAGES_ANSWERS,
  PAGE_ANSWERS,
  PLAYBACK_ANSWERS,
  RENDITION_ANSWERS,
} from '../../library/renditions/renditions.docs.ts';
import { LOCK, behindLock } from './visits.docs.ts';

export const visitRenditionDocs = operations('Visits', {
  getVisitDocumentRendition: {
    summary: 'Get a document of a link as PDF',
    description: 'Returns an office document as PDF, or the content of a PDF. Requires a link that allows downloads.',
    security: LOCK,
    answers: { ...RENDITION_ANSWERS, ...behindLock('document') },
  },
  getVisitDocumentPlayback: {
    summary: 'Play a video or sound of a link',
    description:
      'Returns a video or sound as MP4 (H.264, AAC) that every browser plays, in ranges if wanted. A link with a watermark must allow downloads.',
    security: LOCK,
    answers: { ...PLAYBACK_ANSWERS, ...behindLock('document') },
  },
  getVisitDocumentPages: {
    summary: 'Count the pages of a document of a link',
    description: 'Returns how many pages a document has, and the size of the first one.',
    security: LOCK,
    answers: { ...PAGES_ANSWERS, ...behindLock('document') },
  },
  getVisitDocumentEntries: {
    summary: 'List the entries of an archive of a link',
    description: 'Returns names, sizes and times of the first 10 000 entries of a ZIP archive.',
    security: LOCK,
    answers: { ...ENTRIES_ANSWERS, ...behindLock('document') },
  },
  getVisitDocumentPageImage: {
    summary: 'Get the picture of a page of a document of a link',
    description: 'Returns a page of a document as a WebP. Widths of 800 and more are recorded as reads.',
    security: LOCK,
    answers: { ...PAGE_ANSWERS, ...behindLock('document') },
  },
});
