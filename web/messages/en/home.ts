/** English messages of the home page and of stars. */
import { formatNumber } from '../../formatters.ts';

const count = (value: number, one: string, many: string) => (value === 1 ? one : `${formatNumber(value)} ${many}`);

export const homeMessages = {
  title: 'Home',
  more: 'Show all',
  waiting: {
    title: 'Waiting for you',
    none: 'Nothing is waiting for you. Approval tasks and file requests will appear here.',
    approve: (creator: string) => `Approval requested by ${creator}`,
    due: (date: string) => `due ${date}`,
    request: (creator: string) => `Files requested by ${creator}`,
    /** 100 stands for that many or more. */
    missing: (folders: number) =>
      folders >= 100 ? '100+ folders are still empty' : `${count(folders, '1 folder is', 'folders are')} still empty`,
    expires: (date: string) => `expires ${date}`,
    decide: 'Review',
    decideOf: (name: string) => `Review ${name}`,
    upload: 'Upload',
    uploadTo: (name: string) => `Upload to ${name}`,
  },
  recent: {
    title: 'Recent documents',
    none: 'Documents that you open, upload or change will appear here.',
    action: { Opened: 'You opened', Uploaded: 'You uploaded', Changed: 'You changed' },
  },
  starred: {
    title: 'Starred',
    none: 'Star documents, folders and libraries to find them here.',
    star: 'Add star',
    unstar: 'Remove star',
    starOf: (name: string) => `Star ${name}`,
    mark: 'Starred',
    done: (what: string) => `${what} starred.`,
    removed: (what: string) => `Star removed from ${what}.`,
  },
  fresh: {
    title: 'New since your last visit',
    none: 'Nothing new. Documents that others add or change will appear here.',
    change: { Added: 'Added by', Changed: 'Changed by' },
    visitor: 'a visitor',
  },
  storage: {
    title: 'Storage',
    mine: 'My Library',
    all: 'Everyone',
    used: (size: string, documents: number) =>
      documents === 0 ? 'Empty' : `${size} in ${count(documents, '1 document', 'documents')}`,
    atLeast: (size: string, documents: number) =>
      `More than ${size} in more than ${count(documents, '1 document', 'documents')}`,
  },
  toLibraries: 'Go to libraries',
  toMine: 'Go to My Library',
  checklist: {
    title: 'Get started',
    text: 'First steps for site admins.',
    dismissAll: 'Dismiss all',
    dismiss: (step: string) => `Dismiss: ${step}`,
    steps: {
      Branding: {
        title: 'Add your organization’s name and logo',
        text: 'They appear in the app, on link pages and in emails.',
        action: 'Open settings',
      },
      Library: {
        title: 'Create a library',
        text: 'A shared place for the documents of a team or a subject.',
        action: 'Create library',
      },
      People: {
        title: 'Invite people',
        text: 'They get an email with a link to set a password.',
        action: 'Add people',
      },
      Upload: { title: 'Upload a document', text: 'Your personal library is ready.', action: 'Upload' },
      Link: { title: 'Share a link', text: 'Open a folder or document and choose Share.', action: 'Go to libraries' },
    },
  },
} as const;
