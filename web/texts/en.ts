/** Every text of the pages for people without an account, in English. */

const list = (parts: string[]) => new Intl.ListFormat('en').format(parts);

export const texts = {
  visit: {
    title: (name: string, brand: string) => `${name} · ${brand}`,
    sharedFolder: (name: string) => `${name} shared a folder with you`,
    sharedDocument: (name: string) => `${name} shared a document with you`,
    asksForFiles: (name: string) => `${name} asks you for files`,
    until: (time: string) => `Open until ${time}`,
    forever: 'Has no end date',
    may: (rights: string[]) => `You may ${list(rights)}`,
    rights: { view: 'view', download: 'download', upload: 'add files', edit: 'upload a new version' },
    loading: 'Loading',
  },
  password: {
    title: 'This link has a password',
    explanation: (name: string) => `${name} has set one. If you do not have it, ask ${name}.`,
    label: 'Password',
    submit: 'Open',
    wrong: 'This is not the password. Check for capital letters and spaces.',
  },
  code: {
    title: 'Enter your access code',
    sent: (address: string) => `We sent a code of six digits to ${address}. It is valid for 10 minutes.`,
    group: 'Access code, six digits',
    digit: (number: number) => `Digit ${number} of 6`,
    submit: 'Open',
    wrong: (left: number | null) => {
      if (left === null) return 'This is not the code.';
      return left === 1 ? 'This is not the code. One try is left.' : `This is not the code. ${left} tries are left.`;
    },
    resend: 'Send the code again',
    resendIn: (seconds: number) => `Send the code again (in ${seconds} s)`,
    resent: 'The code was sent again.',
    noMail: 'No mail? Look into the spam folder as well.',
    noRecipient: {
      title: 'Use your personal link',
      text: (name: string) =>
        `This link opens with a code that is mailed to you. Open the link in the mail that ${name} sent you: it is yours alone. If you have no such mail, ask ${name} for one.`,
    },
  },
  states: {
    askWho: (name: string) => `Ask ${name} for a new link:`,
    expired: { title: 'This link has expired', text: 'What was shared can no longer be opened with it.' },
    revoked: { title: 'This link was withdrawn', text: 'What was shared can no longer be opened with it.' },
    notFound: {
      title: 'There is nothing here',
      text: 'The address is not complete, or what it led to is no longer there. Check the link in your mail, or ask whoever sent it.',
    },
    pending: {
      title: 'This is still being prepared',
      text: 'The files are being checked before they can be opened. This page looks again every minute by itself.',
    },
    failed: {
      title: 'This did not work',
      offline: 'The server cannot be reached. Are you online?',
      text: 'Something went wrong on our side.',
      again: 'Try again',
    },
    wait: (seconds: number) =>
      seconds < 90
        ? `Too many tries. Try again in ${seconds} seconds.`
        : `Too many tries. Try again in ${Math.ceil(seconds / 60)} minutes.`,
  },
  contents: {
    downloadAll: 'Download all',
    download: 'Download',
    downloadOne: (name: string) => `Download ${name}`,
    withSize: (label: string, size: string) => `${label} (${size})`,
    documents: (count: number) => (count === 1 ? '1 document' : `${count} documents`),
    folders: 'Folders',
    files: 'Documents',
    path: 'Where you are',
    empty: 'This folder is empty.',
    emptyUpload: 'Nothing is here yet. Add the first files.',
    onlyUpload: 'You can add files. What is here already is not shown.',
    more: 'Show more',
    back: 'Back to the folder',
    previous: 'Previous',
    next: 'Next',
    changed: (time: string) => `Changed ${time}`,
    newVersion: 'Upload a new version',
    stored: (name: string) => `${name} is now the newest version.`,
  },
  preview: {
    of: (name: string) => `Preview of ${name}`,
    firstPage: 'First page. Download the document to see all of it.',
    picture: 'A picture of the document. Download it to see all of it.',
    none: 'There is no preview of this kind of document.',
    textCut: (size: string) => `The first ${size} are shown.`,
    page: (number: number, count: number) => `Page ${number} of ${count}`,
    failed: 'The preview could not be shown.',
    loading: 'Loading the preview',
  },
  account: {
    signIn: {
      title: 'Sign in',
      email: 'Email address',
      password: 'Password',
      submit: 'Sign in',
      forgot: 'Forgot your password?',
      wrong: 'Address and password do not belong together.',
    },
    invitation: {
      title: 'Welcome',
      explanation: 'Choose a password, and you can sign in.',
      submit: 'Set the password',
    },
    reset: {
      title: 'Choose a new password',
      explanation: 'You will be signed out everywhere else.',
      submit: 'Set the password',
    },
    newPassword: {
      label: 'New password',
      gone: 'This link was used already, has expired, or is not complete.',
      another: 'Have another link mailed',
      done: 'The password is set. You can sign in with it now.',
      toSignIn: 'Go to sign in',
    },
    askReset: {
      title: 'Forgot your password?',
      explanation: 'Give us your address, and we mail you a link with which to choose a new one.',
      submit: 'Mail me a link',
      done: (email: string) =>
        `If ${email} belongs to an account here, a link is on its way. It is valid for one hour.`,
      back: 'Back to sign in',
    },
    home: {
      hello: (name: string) => `Hello, ${name}`,
      signedInAs: (email: string) => `You are signed in as ${email}.`,
      reference: 'API reference',
      outbox: 'Mail kept on this server',
      signOut: 'Sign out',
    },
  },
} as const;
