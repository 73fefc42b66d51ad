/** English messages about links that people create. */
import { formatList, formatNumber } from '../../formatters.ts';

const fileCount = (files: number) => (files === 1 ? '1 file or folder' : `${formatNumber(files)} files and folders`);
const days = (count: number) => (count === 1 ? '1 day' : `${count} days`);
const times = (count: number) => (count === 1 ? 'once' : `${count} times`);

export const sharingMessages = {
  action: 'Share',
  request: 'Request files',
  people: {
    suggestions: 'Suggestions',
    group: 'Group',
    remove: (address: string) => `Remove ${address}`,
  },
  rights: {
    label: 'Access',
    options: {
      view: 'Can view only',
      download: 'Can view and download',
      upload: 'Can view, download and upload',
      collect: 'Can upload only',
      guided: 'File request: upload to each folder',
      edit: 'Can edit (upload new versions)',
    },
    hints: {
      collect: 'Visitors see the names of the folders inside, but no documents.',
      guided: 'Visitors see the folders inside as a list of what to upload.',
    } as Record<string, string>,
  },
  expiration: {
    label: 'Link expires',
    days: (count: number) => `In ${days(count)}`,
    date: 'On a date',
    never: 'Never',
    on: 'Expiration date',
    limit: (count: number) => `Links can be valid for up to ${days(count)}.`,
  },
  limits: {
    title: 'Upload limits',
    standard: (size: string | null, files: number | null) => {
      const parts = [...(size === null ? [] : [size]), ...(files === null ? [] : [fileCount(files)])];
      return parts.length === 0
        ? 'Visitors can upload any amount unless you set a limit.'
        : `Visitors can upload up to ${parts.join(' in ')} unless you set other limits.`;
    },
    size: 'Total size in GB',
    files: 'Files and folders',
    wrongSize: 'Enter a size within the limit.',
    wrongFiles: 'Enter a number within the limit.',
  },
  comments: {
    label: 'Visitors can comment',
    hint: 'They also see your colleagues’ comments, but not comments on decisions.',
  },
  watermark: {
    label: 'Watermark',
    named: 'Pages show the visitor’s email address and the time.',
    anyone:
      'Pages show the time and “Anyone with the link”. Email addresses appear only on links that ask for a code by email.',
  },
  protection: {
    label: 'Protection',
    none: 'None',
    code: 'Access code by email',
    password: 'Password',
    passwordLabel: 'Password',
    needs: (parts: string[]) => `Must contain ${formatList(parts)}.`,
    length: (count: number) => (count === 1 ? 'at least 1 character' : `at least ${count} characters`),
    upper: 'an uppercase letter',
    lower: 'a lowercase letter',
    digit: 'a digit',
    symbol: 'a symbol',
  },
  access: {
    label: 'Who has access',
    anyone: 'Anyone with the link. No account needed.',
    password:
      'Anyone with the link and the password. No account needed. Send the password yourself; emails don’t include it.',
    personal: (count: number) =>
      `${count === 1 ? 'The person you add' : 'The people you add'}, and anyone they forward their link to. No account needed.`,
    passwordToo: 'Anyone with the link and the password. Send the password yourself; emails don’t include it.',
    code: (count: number) =>
      `${count === 1 ? 'Only the person you add' : 'Only the people you add'}. They get an access code by email each time they open the link. No account needed.`,
    isChecked: 'The link becomes active after the files are checked.',
  },
  copy: 'Copy link',
  checking: (name: string) => `Checking “${name}”. Emails are sent after the check.`,
  mine: {
    title: 'My links',
    text: 'Links that you created.',
    none: 'No links yet. To create one, select a folder or document and choose Share.',
    nameless: 'Item you no longer have access to',
    inTrash: 'In trash. No one can open it.',
    status: { Active: '', Pending: 'Checking', Refused: 'Failed check', Expired: 'Expired' },
    expires: (time: string) => `Expires ${time}`,
    ended: (time: string) => `Expired ${time}`,
    noExpiration: 'No expiration',
    protection: { none: 'No protection', code: 'Access code', password: 'Password' },
    rights: {
      view: 'view',
      download: 'download',
      upload: 'upload',
      edit: 'new versions',
      comment: 'comments',
      guided: 'File request',
    },
    watermark: 'Watermark',
    never: 'Not opened yet',
    opened: (count: number) => `Opened ${times(count)}, last opened`,
    opens: (count: number, opened: number) =>
      count === 1 ? 'Sent to 1 person' : `Sent to ${count} people, opened by ${opened}`,
    copyOf: (address: string) => `Copy link for ${address}`,
    copyLinkOf: (name: string) => `Copy link to ${name}`,
    again: 'Resend',
    againOf: (name: string) => `Resend the link to ${name}`,
    revoke: 'Revoke',
    revokeOf: (name: string) => `Revoke the link to ${name}`,
    revokeAll: 'Revoke all',
    confirm: (count: number) => (count === 1 ? 'Revoke this link?' : `Revoke all ${count} links?`),
    confirmOne: (name: string) => `No one will be able to open “${name}” with this link. You can’t undo this.`,
    confirmAll: 'No one will be able to use these links. You can’t undo this.',
    counting: 'Counting links…',
    revoked: (count: number) => (count === 1 ? 'Link revoked.' : `${count} links revoked.`),
    mailed: (count: number) => (count === 1 ? 'Email sent again.' : `${count} emails sent again.`),
    copied: 'Link copied.',
    notCopied: 'Couldn’t copy the link. Try again.',
  },
} as const;
