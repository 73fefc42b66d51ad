/** Texts of links that people make, in English. */

const list = (parts: string[]) => new Intl.ListFormat('en').format(parts);
const fileCount = (files: number) =>
  files === 1 ? '1 file or folder' : `${new Intl.NumberFormat('en').format(files)} files and folders`;
const days = (count: number) => (count === 1 ? '1 day' : `${count} days`);
const times = (count: number) => (count === 1 ? 'once' : `${count} times`);

export const sharingMessages = {
  action: 'Share',
  title: (name: string) => `Share “${name}”`,
  people: {
    label: 'Who',
    hint: 'Names or email addresses. Leave it empty for a link that you pass on yourself.',
    suggestions: 'People',
    group: 'Group',
    remove: (address: string) => `Remove ${address}`,
    added: (address: string) => `${address} added`,
  },
  rights: {
    label: 'May do',
    options: {
      view: 'View only',
      download: 'View and download',
      upload: 'View, download and add files',
      collect: 'Add files, without seeing what is there',
      guided: 'Add files where each folder asks for them',
      edit: 'View, download and upload new versions',
    },
  },
  expiration: {
    label: 'Until',
    days: (count: number) => `For ${days(count)}`,
    date: 'Until a date',
    never: 'Without an end',
    on: 'Last day',
    limit: (count: number) => `Links here are good for ${days(count)} at most.`,
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
  protection: {
    label: 'Protection',
    none: 'None',
    code: 'A code by mail',
    password: 'A password',
    passwordLabel: 'Password',
    needs: (parts: string[]) => `It needs ${list(parts)}.`,
    length: (count: number) => (count === 1 ? 'a character' : `at least ${count} characters`),
    upper: 'an upper-case letter',
    lower: 'a lower-case letter',
    digit: 'a digit',
    symbol: 'a symbol',
  },
  message: { label: 'Message (optional)', hint: 'It stands in the mail.' },
  access: {
    label: 'Who will get in',
    anybody: 'Anybody who has the link, inside and outside, without an account.',
    password:
      'Anybody who has the link and the password, without an account. Tell them the password yourself: it is not mailed.',
    personal: (count: number) =>
      `${count === 1 ? 'The one person you name, and whoever' : 'The people you name, and anybody whom'} they pass their link on to. Nobody needs an account.`,
    passwordToo:
      'The people you name, and anybody who is told link and password. Tell the password yourself: it is not mailed.',
    code: (count: number) =>
      `${count === 1 ? 'Only the person you name' : 'Only the people you name'}: a code is mailed whenever the link is opened. Nobody needs an account.`,
    isChecked: 'The content is checked first; the link opens after that.',
  },
  send: 'Send',
  copy: 'Copy link',
  copyOnly: 'Copy link, no mail',
  sent: (addresses: string[]) =>
    addresses.length > 3
      ? `The link is on its way to ${addresses.length} people.`
      : `The link is on its way to ${list(addresses)}.`,
  checking: (name: string) => `“${name}” is checked first. The mails follow when that is done.`,
  toMine: 'My links',
  made: {
    title: 'The link is made',
    label: 'Link',
    copied: 'The link is copied.',
    notCopied: 'Copy it from here.',
    done: 'Done',
  },
  forbidden: 'You may not share this, or not so.',
  missing: 'It is not there any more.',
  mine: {
    title: 'My links',
    text: 'Everything that you have shared by link.',
    none: 'You have not shared anything by link yet. Choose a folder or document and press Share.',
    nameless: 'Something that you may not read any more',
    inTrash: 'In the trash: nobody can open it',
    status: { Active: '', Pending: 'Being checked', Refused: 'Refused by the check', Expired: 'Expired' },
    until: (time: string) => `until ${time}`,
    ended: (time: string) => `ended ${time}`,
    forever: 'without an end',
    protection: { none: 'No protection', code: 'Code by mail', password: 'Password' },
    rights: { view: 'view', download: 'download', upload: 'add files', edit: 'new versions', guided: 'asks for files' },
    never: 'Not opened yet',
    opened: (count: number) => `Opened ${times(count)}, last`,
    recipients: (count: number) => (count === 1 ? '1 person' : `${count} people`),
    opens: (count: number, opened: number) =>
      count === 1 ? 'Sent to one person' : `Sent to ${count} people, opened by ${opened}`,
    copyOf: (address: string) => `Copy the link of ${address}`,
    copyLinkOf: (name: string) => `Copy link to ${name}`,
    change: 'Change the end',
    changeOf: (name: string) => `Change the end of the link to ${name}`,
    again: 'Send again',
    againOf: (name: string) => `Send again the link to ${name}`,
    withdraw: 'Withdraw',
    withdrawOf: (name: string) => `Withdraw the link to ${name}`,
    withdrawAll: 'Withdraw all',
    confirm: (count: number) => (count === 1 ? 'Withdraw this link?' : `Withdraw all ${count} links?`),
    confirmOne: (name: string) => `Nobody can open “${name}” with it any more. This cannot be undone.`,
    confirmAll: 'Nobody can open anything with them any more. This cannot be undone.',
    counting: 'Counting your links',
    withdrawn: (count: number) => (count === 1 ? 'The link is withdrawn.' : `${count} links are withdrawn.`),
    mailed: (count: number) =>
      count === 1 ? 'The mail is on its way again.' : `${count} mails are on their way again.`,
    changed: 'The link has a new end.',
    copied: 'The link is copied.',
    notCopied: 'The browser did not let us copy the link.',
    save: 'Save',
  },
} as const;
