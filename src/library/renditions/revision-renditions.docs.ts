import { operations } from '../../platform/openapi/operations.ts';
import { requires } from '../tree/refusals.docs.ts';
import { MADE, PAGES_ANSWERS, PAGE_ANSWERS, PLAYBACK_ANSWERS, RENDITION_ANSWERS } from './renditions.docs.ts';

export const revisionRenditionDocs = operations('Revisions', {
  getRevisionRendition: {
    summary: 'Get a revision as PDF',
    description:
      'Returns a revision of an office document as PDF, or the content of a PDF, in ranges if wanted. The read is recorded. Requires Read.',
    answers: RENDITION_ANSWERS,
  },
  getRevisionPlayback: {
    summary: 'Play a video or sound of a revision',
    description:
      'Returns a video or sound as MP4 (H.264, AAC) that every browser plays, in ranges if wanted. The read is recorded, once in ten minutes. Requires Read.',
    answers: PLAYBACK_ANSWERS,
  },
  getRevisionPages: {
    summary: 'Count the pages of a revision',
    description: 'Returns how many pages a revision has, and the size of the first one. Requires Read on the document.',
    answers: { ...PAGES_ANSWERS, ...requires('Read', 'document') },
  },
  getRevisionPageImage: {
    summary: 'Get the picture of a page of a revision',
    description:
      'Returns a page of a revision as a WebP. Widths of 800 and more are recorded as reads, once in ten minutes. Requires Read on the document.',
    answers: { ...PAGE_ANSWERS, ...requires('Read', 'document'), 404: 'No such revision or page exists.' },
  },
  getRevisionText: {
    summary: 'Get the text of a revision',
    description:
      'Returns the text of a revision, as the search reads it: to compare revisions. The read is recorded, once in ten minutes. Requires Read on the document.',
    answers: {
      200: 'The text.',
      ...MADE,
      ...requires('Read', 'document'),
      422: 'The content has no text, or none that can be read.',
    },
  },
});
