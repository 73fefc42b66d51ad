import { operations } from '../../platform/openapi/operations.ts';

const provide = (kind: 'folder' | 'document') => ({
  summary: `Get or create your default link to a ${kind}`,
  description:
    `Returns your default link to the ${kind}, which works for anyone who has it. If there is none, or it has expired, a link to ` +
    'view and download is created, which expires after seven days, or earlier if the settings require it. Requires Grant.',
  answers: {
    200: 'The share.',
    403: `You lack Grant on the ${kind}.`,
    404: `No such ${kind} exists, or it is in the trash.`,
  },
});

export const defaultLinkDocs = operations('Sharing', {
  provideDefaultFolderLink: provide('folder'),
  provideDefaultDocumentLink: provide('document'),
});
