/** English messages of the pages that work without an account, and of parts that all pages share. */
import { formatList, formatNumber } from '../formatters.ts';

export const messages = {
  product: 'Carrel',
  visit: {
    title: (name: string, brand: string) => `${name} · ${brand}`,
    sharedFolder: (name: string) => `${name} shared a folder with you`,
    sharedDocument: (name: string) => `${name} shared a document with you`,
    asksForFiles: (name: string) => `${name} is requesting files from you`,
    expires: (time: string) => `Expires ${time}`,
    noExpiration: 'No expiration',
    can: (rights: string[]) => `You can ${formatList(rights)}`,
    rights: {
      view: 'view',
      download: 'download',
      upload: 'upload files',
      edit: 'upload new versions',
      comment: 'comment',
    },
    uploadLimit: (size: string | null, files: number | null) => {
      const kind = files === 1 ? 'file or folder' : 'files and folders';
      const number = files === null ? null : `${formatNumber(files)} ${kind}`;
      return `You can upload up to ${[size, number].filter((part) => part !== null).join(' in ')}`;
    },
    full: 'No more files can be uploaded',
    downloadsLeft: (count: number) =>
      count === 0 ? 'No downloads left' : count === 1 ? '1 download left' : `${count} downloads left`,
    loading: 'Loading…',
  },
  password: {
    title: 'Enter the password',
    explanation: (name: string) => `This link is password protected. If you don’t have the password, ask ${name}.`,
    label: 'Password',
    submit: 'Open',
    wrong: 'Incorrect password. Check for capital letters and extra spaces.',
  },
  code: {
    title: 'Enter your access code',
    sent: (address: string) => `We sent a 6-digit code to ${address}. It expires in 10 minutes.`,
    needsNew: (address: string) =>
      `The last code we sent to ${address} was used or has expired. Choose “Send new code” to get another one.`,
    sentIfAllowed: (address: string) =>
      `If ${address} has access to this link, we sent a 6-digit code to it. The code expires in 10 minutes.`,
    email: {
      title: 'Enter your email',
      text: (name: string) =>
        `${name} shared this with people at certain organizations. We’ll email you a code to confirm that you have access.`,
      label: 'Email',
      submit: 'Send code',
    },
    group: '6-digit access code',
    digit: (number: number) => `Digit ${number} of 6`,
    submit: 'Open',
    wrong: (left: number | null) => {
      if (left === null) return 'Incorrect code.';
      return left === 1
        ? 'Incorrect code. You have 1 attempt left.'
        : `Incorrect code. You have ${left} attempts left.`;
    },
    resend: 'Resend code',
    resendIn: (seconds: number) => `Resend code in ${seconds} s`,
    resent: 'We sent the code again.',
    sendNew: 'Send new code',
    noMail: 'Didn’t get the email? Check your spam folder.',
    noRecipient: {
      title: 'Use your personal link',
      text: (name: string) =>
        `This document or folder is shared with specific people. Open the link in the email that ${name} sent you. If you don’t have that email, ask ${name} to share it with you.`,
    },
  },
  states: {
    askWho: (name: string) => `Ask ${name} for a new link:`,
    expired: { title: 'This link has expired', text: 'You can no longer use it to open files.' },
    revoked: { title: 'This link is no longer available', text: 'You can no longer use it to open files.' },
    notFound: {
      title: 'Page not found',
      text: 'The link may be incomplete, or the content was deleted. Check the link, or ask the person who sent it.',
    },
    pending: {
      title: 'Checking files',
      text: 'The files are being checked before you can open them. This page refreshes every minute.',
    },
    failed: {
      title: 'Something went wrong',
      offline: 'Can’t reach the server. Check your internet connection and try again.',
      text: 'Something went wrong on the server. Try again.',
      again: 'Try again',
    },
    refused: {
      403: 'You don’t have permission to do this.',
      413: 'This is too large for the server.',
    } as Record<number, string>,
    thisName: 'This name',
    thisValue: 'This value',
    wait: (seconds: number) =>
      seconds < 90
        ? `Too many attempts. Try again in ${seconds} seconds.`
        : `Too many attempts. Try again in ${Math.ceil(seconds / 60)} minutes.`,
  },
  contents: {
    loadingMore: 'Loading more…',
    downloadAll: 'Download all',
    download: 'Download',
    downloadOne: (name: string) => `Download ${name}`,
    withSize: (label: string, size: string) => `${label} (${size})`,
    documents: (count: number) => (count === 1 ? '1 document' : `${count} documents`),
    folders: 'Folders',
    files: 'Documents',
    path: 'Folder path',
    empty: 'This folder is empty.',
    emptyUpload: 'Uploaded files will appear here.',
    onlyUpload: 'You can upload files. You can’t see files that are already here.',
    full: 'This link accepts no more files. You can’t see files that are already here.',
    more: 'Show more',
    back: 'Back to folder',
    backToResults: 'Back to results',
    previous: 'Previous',
    next: 'Next',
    changed: (time: string) => `Modified ${time}`,
    newVersion: 'Upload new version',
  },
  search: {
    label: 'Search this folder',
    placeholder: 'Search names and text',
    placeholderNames: 'Search names',
  },
  preview: {
    of: (name: string) => `Preview of ${name}`,
    firstPage: 'First page only. Download the document to see all pages.',
    picture: 'Preview of the first page. Download the document to see all of it.',
    textCut: (size: string) => `Showing the first ${size}.`,
    page: (number: number, count: number) => `Page ${number} of ${count}`,
    failed: 'Couldn’t load the preview.',
    loading: 'Loading preview…',
  },
  task: {
    asks: (name: string) => `${name} requested your approval`,
    asked: (name: string, address: string) => `${name} requested approval from ${address}`,
    open: (time: string, distance: string) => `Due ${time} (${distance})`,
    due: (time: string, distance: string) => `Due ${time} (${distance})`,
    changed: {
      title: 'This document has changed',
      text: (assigned: number, current: number) =>
        `You were asked to approve version ${assigned}. You’re looking at version ${current}.`,
    },
    changedForOthers: {
      title: 'This document has changed',
      text: (assigned: number, current: number) =>
        `Approval was requested for version ${assigned}. The current version is ${current}.`,
    },
    decision: 'Decision',
    yourDecision: 'Your decision',
    comment: 'Comment (optional)',
    choices: { Approve: 'Approve', Deny: 'Deny' },
    sending: { Approve: 'Approving…', Deny: 'Denying…' },
    undo: 'Undo',
    storing: 'Sending…',
    outdated:
      'This document changed while you were reviewing it, so your decision wasn’t sent. Review the new version, then decide again.',
    notSent: 'Your decision wasn’t sent because you had to unlock the link or sign in again. Please decide again.',
    documentGone: 'This document was deleted. You no longer need to make a decision.',
    notYours: 'You can no longer make a decision on this task.',
    unreadable: 'This document no longer exists, or you no longer have access to it.',
    outcome: {
      late: 'Your decision wasn’t recorded because the task had already ended.',
      open: 'No decision yet',
      waitsFor: (address: string) => `Assigned to ${address}.`,
      approved: 'Approved',
      denied: 'Denied',
      by: (address: string, time: string) => `By ${address}, ${time}`,
      cancelled: 'Canceled',
      cancelledBy: (name: string, time: string) => `This task ended on ${time}. For questions, contact ${name}.`,
      expired: 'Past due',
      ask: (time: string, name: string) =>
        `The due date was ${time}. If the decision is still needed, ask ${name} to send a new request.`,
      readableUntil: (time: string) => `You can view the document here until ${time}.`,
    },
    gone: {
      revoked: { title: 'This request was canceled', text: 'You no longer need to make a decision.' },
      expired: { title: 'This link has expired', text: 'You can no longer use it to open the document.' },
      askWho: (name: string) => `For questions, contact ${name}:`,
    },
    forbidden: {
      title: 'You don’t have access to this task',
      text: 'Only its creator and the person it is assigned to can view it.',
      signedInAs: (email: string) => `You’re signed in as ${email}.`,
      signIn: 'Sign in with another account',
    },
  },
  guided: {
    title: 'Requested files',
    explanation: 'Upload the requested files to each folder. You can come back later to add more.',
    progress: (done: number, count: number) => `${done} of ${count} folders ${done === 1 ? 'has' : 'have'} files`,
    missing: (names: string[]) => `Missing: ${formatList(names)}`,
    complete: 'All requested files are uploaded.',
    add: 'Upload files',
    addTo: (name: string) => `Upload files to ${name}`,
    has: (count: number) => (count === 1 ? '1 file' : `${count} files`),
    hasNone: 'No files yet',
    filled: 'Done',
    finish: 'Finish',
    receipt: {
      title: 'Receipt',
      text: (to: string, time: string) => `Files uploaded to ${to} as of ${time}.`,
      none: 'You haven’t uploaded files from this browser.',
      stored: (size: string, time: string) => `${size}, ${time}`,
      print: 'Print',
      back: 'Upload more',
    },
  },
  notifications: {
    title: 'Notifications',
    bell: (count: string) => (count === '0' ? 'Notifications' : `Notifications, ${count} unread`),
    unread: (count: string) => (count === '1' ? '1 unread notification' : `${count} unread notifications`),
    many: '99+',
    isUnread: 'New',
    none: 'No notifications yet. Tasks, uploads and shares that involve you will appear here.',
    close: 'Close',
    read: (message: string) => `Mark as read: ${message}`,
    readAll: 'Mark all as read',
    remove: (message: string) => `Delete: ${message}`,
    deleteAll: 'Delete all',
    confirmDeleteAll: 'Delete all notifications',
    keep: 'Cancel',
  },
  account: {
    signIn: {
      title: 'Sign in',
      email: 'Email',
      password: 'Password',
      submit: 'Sign in',
      forgot: 'Forgot your password?',
      wrong: 'Incorrect email or password.',
      back: 'Sign in to continue.',
      or: 'or',
      with: (provider: string) => `Sign in with ${provider}`,
      again: 'Try again',
      noPassword: 'Passwords are turned off. Sign in with your organization.',
      yourProvider: 'your organization',
    },
    invitation: {
      title: 'Welcome',
      explanation: 'Choose a password to finish setting up your account.',
      submit: 'Set password',
    },
    reset: {
      title: 'Choose a new password',
      explanation: 'You’ll be signed out everywhere, and your API tokens will be revoked.',
      submit: 'Set password',
    },
    newPassword: {
      label: 'New password',
      gone: 'This link has expired, was already used, or is incomplete.',
      another: 'Request a new link',
      done: 'Your password is set. You can sign in now.',
      toSignIn: 'Sign in',
    },
  },
} as const;
