import { type Answers, operations } from '../../platform/openapi/operations.ts';

type Kind = 'library' | 'folder' | 'document';

const give = (kind: Kind) => ({
  summary: `Give people access to a ${kind}`,
  description:
    `Sets the entry of each user and group in \`To\` on the ${kind} to the rights of the role, notifies them, and emails users. ` +
    (kind === 'library'
      ? 'Each address must belong to a user. '
      : 'Addresses that belong to no user are emailed a link with the settings in `Link`. ') +
    'Everything happens in one transaction. Requires Grant, and the rights of the role.',
  bodyExample: {
    To: [{ UserId: 1 }],
    Role: 'Editor',
    Message: 'Please check the figures.',
  },
  answers: {
    200: 'The access that was given.',
    400: 'A user or group does not exist, an address is not valid or needs a link, or the link breaks a rule of shares.',
    403: `You lack Grant on the ${kind}, or a right of the role.`,
    404: `No such ${kind} exists, or it is in the trash.`,
    409: 'An entry denies one of the users or groups something.',
    412: 'The entries have changed.',
    429: 'You have sent as many emails as `MaxMailsPerUserPerDay` allows.',
  } satisfies Answers,
});

export const invitationDocs = operations('Permissions', {
  giveLibraryAccess: give('library'),
  giveFolderAccess: give('folder'),
  giveDocumentAccess: give('document'),
});
