import { aliases, operations } from '../../platform/openapi/operations.ts';

const REFUSED_CREATION = {
  400: 'A rule is broken: no flag is set, the expiration is missing or not allowed, an address is not valid, or the password is not good enough.',
  403: 'You lack Grant on the item, or Write for the flag that needs it.',
  429: 'You have sent as many emails as `MaxMailsPerUserPerDay` allows.',
};
const NO_ITEM = 'No such item exists, or it is in the trash.';
const NO_SHARE = 'No such share of this item exists, it was revoked, or the item is in the trash.';
const NOT_ALLOWED = 'You did not create the share, and you lack Grant on the item.';
const NOT_CREATOR = 'Somebody else created the share.';
const CURRENT = {
  304: { description: 'Your copy is current.', headers: ['ETag'] },
  412: 'The share has changed.',
} as const;

const words = {
  create: (kind: string) =>
    `Creates a link to the ${kind} for people without an account, and emails it to \`Recipients\`. Requires Grant. Flags that are ` +
    'absent are false. Without `Password` and `AccessCodeRequired` anyone with the link has access.',
  list: (kind: string) =>
    `Returns the shares of the ${kind} that are not revoked, newest first: your own and, with Grant, everybody's. Without \`top\` ` +
    'the list is complete.',
  get: 'Returns a share. For its creator and for people with Grant on the item.',
  update:
    'Changes the terms of a share, by the rules of a new one. Null removes a name, password, list of domains, or limit. Takes effect ' +
    'at the next request of each visitor; a new password locks the link in all browsers. For the creator, who must have the rights ' +
    'that the changed share needs; site admins with Grant can change the upload limits.',
  revoke: 'Revokes a share: its link stops working at once. For its creator and for people with Grant on the item.',
  recipients: 'Returns the recipients of a share, each with a personal link. For the creator of the share only.',
  visitors:
    'Returns how often each recipient opened the link and downloaded through it, after a first entry for all visitors who are not known ' +
    'recipient. For the creator of the share only. Without `top` the list is complete.',
  notify:
    'Emails all recipients their links again, without the message and the copies. For the creator, who must still have the rights ' +
    'that a new share needs.',
};

const operationsOf = {
  get: {
    200: { description: 'The share.', headers: ['ETag', 'Last-Modified'] },
    403: NOT_ALLOWED,
    404: NO_SHARE,
    ...CURRENT,
  },
  revoke: { 204: 'The share was revoked.', 403: NOT_ALLOWED, 404: NO_SHARE },
  recipients: { 200: 'The recipients.', 403: NOT_CREATOR, 404: NO_SHARE },
  visitors: { 200: 'The visitors.', 403: NOT_CREATOR, 404: NO_SHARE },
} as const;

export const shareDocs = operations('Sharing', {
  createFolderShare: {
    summary: 'Share a folder by link',
    description: words.create('folder'),
    bodyExample: {
      AllowView: true,
      AllowDownload: true,
      ExpireStyle: 'days',
      ExpirationValue: 14,
      Recipients: ['dana@example.com'],
      AccessCodeRequired: true,
    },
    answers: { 200: 'The share.', 404: NO_ITEM, ...REFUSED_CREATION },
  },
  createDocumentShare: {
    summary: 'Share a document by link',
    description: words.create('document'),
    bodyExample: { AllowView: true, Password: 'violet harbor sings at 6' },
    answers: { 200: 'The share.', 404: NO_ITEM, ...REFUSED_CREATION },
  },
  listFolderShares: {
    summary: 'List the shares of a folder',
    description: words.list('folder'),
    answers: { 200: 'The shares.', 403: 'You lack Read on the folder.', 404: NO_ITEM },
  },
  listDocumentShares: {
    summary: 'List the shares of a document',
    description: words.list('document'),
    answers: { 200: 'The shares.', 403: 'You lack Read on the document.', 404: NO_ITEM },
  },
  getFolderShare: { summary: 'Get a share of a folder', description: words.get, answers: operationsOf.get },
  getDocumentShare: { summary: 'Get a share of a document', description: words.get, answers: operationsOf.get },
  revokeFolderShare: { summary: 'Revoke a share of a folder', description: words.revoke, answers: operationsOf.revoke },
  revokeDocumentShare: {
    summary: 'Revoke a share of a document',
    description: words.revoke,
    answers: operationsOf.revoke,
  },
  listFolderShareRecipients: {
    summary: 'List the recipients of a share of a folder',
    description: words.recipients,
    answers: operationsOf.recipients,
  },
  listDocumentShareRecipients: {
    summary: 'List the recipients of a share of a document',
    description: words.recipients,
    answers: operationsOf.recipients,
  },
});

/** With `share` in place of `shares` in the path. */
export const shareAliasDocs = aliases(shareDocs);

const UPDATED = {
  200: { description: 'The share after the change.', headers: ['ETag'] },
  400: 'No property is given, or the changed share would break a rule of new shares.',
  403: NOT_CREATOR,
  404: NO_SHARE,
  409: 'The share is pending.',
} as const;

const NOTIFIED = {
  204: 'The emails are sent.',
  403: NOT_CREATOR,
  404: NO_SHARE,
  409: 'The share has no recipients, has expired, or is pending.',
  429: 'The links were emailed five times within an hour, or `MaxMailsPerUserPerDay` is reached.',
} as const;

const UPDATE_EXAMPLE = { ExpireStyle: 'days', ExpirationValue: 30, AllowDownload: false, Name: 'For the auditors' };

export const ownShareDocs = operations('Sharing', {
  listOwnShares: {
    summary: 'List your shares',
    description:
      'Returns all shares that you created and that are not revoked, newest first, with their openings and your abilities. Links ' +
      'of tasks are not included. Without `top` the list is complete.',
    answers: { 200: 'Your shares.' },
  },
  getOwnShare: {
    summary: 'Get one of your shares',
    description: 'Returns a share that you created, as in the list of your shares, even if its item is in the trash.',
    answers: { 200: 'The share.', 404: 'You have no such share.' },
  },
  listFolderShareVisitors: {
    summary: 'List the visitors of a share of a folder',
    description: words.visitors,
    answers: operationsOf.visitors,
  },
  listDocumentShareVisitors: {
    summary: 'List the visitors of a share of a document',
    description: words.visitors,
    answers: operationsOf.visitors,
  },
  revokeOwnShare: {
    summary: 'Revoke one of your shares',
    description: 'Revokes a share that you created, wherever its item is now, including the trash.',
    answers: { 204: 'The share was revoked.', 404: 'You have no such share.' },
  },
  getSharingRules: {
    summary: 'Get the rules for new shares',
    description: 'Returns what the settings require of new shares. For everybody.',
    answers: { 200: 'The rules.' },
  },
  updateFolderShare: {
    summary: 'Change a share of a folder',
    description: words.update,
    bodyExample: UPDATE_EXAMPLE,
    answers: UPDATED,
  },
  updateDocumentShare: {
    summary: 'Change a share of a document',
    description: words.update,
    bodyExample: UPDATE_EXAMPLE,
    answers: UPDATED,
  },
  notifyFolderShareRecipients: {
    summary: 'Email the links of a folder share again',
    description: words.notify,
    answers: NOTIFIED,
  },
  notifyDocumentShareRecipients: {
    summary: 'Email the links of a document share again',
    description: words.notify,
    answers: NOTIFIED,
  },
});
