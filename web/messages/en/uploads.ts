/** English messages of uploads, for visitors and people with an account. */

const files = (count: number) => `${count} ${count === 1 ? 'file' : 'files'}`;

export const uploadMessages = {
  addFiles: 'Upload files',
  addFolder: 'Upload folder',
  dropHere: (name: string) => `Drop files to upload to “${name}”`,
  hint: 'You can also drag files and folders here. Interrupted uploads resume where they stopped.',
  title: 'Uploading',
  paused: 'Uploads paused',
  unfinished: 'Some files aren’t uploaded yet',
  allDone: (uploaded: number, skipped: number) => {
    const complete = `${uploaded} ${uploaded === 1 ? 'upload' : 'uploads'} complete`;
    const left = `${files(skipped)} skipped`;
    if (skipped === 0) return complete;
    return uploaded === 0 ? left : `${complete}, ${left}`;
  },
  clear: 'Clear list',
  total: 'Total progress',
  of: (path: string) => `Progress of ${path}`,
  progress: (done: number, count: number, sent: string, bytes: string) =>
    `${done} of ${files(count)}, ${sent} of ${bytes}`,
  arrived: (uploaded: number, skipped: number, count: number) =>
    `${uploaded} of ${files(count)} uploaded${skipped === 0 ? '' : `, ${skipped} skipped`}`,
  sending: (share: string, size: string) => `${share} of ${size}`,
  states: {
    waiting: (size: string) => `${size}, waiting`,
    storing: (size: string) => `${size}, saving`,
    paused: (size: string) => `${size}, paused`,
    taken: (size: string) => `${size}, a file with this name already exists`,
    lost: (size: string) => `${size}, interrupted`,
    done: (size: string) => `${size}, uploaded`,
    present: (size: string) => `${size}, skipped because the same file already exists`,
  },
  pauseAll: 'Pause',
  resumeAll: 'Resume',
  retryAll: 'Retry',
  pause: (path: string) => `Pause ${path}`,
  resume: (path: string) => `Resume ${path}`,
  retry: (path: string) => `Retry ${path}`,
  remove: (path: string) => `Skip ${path}`,
  keepBoth: (path: string) => `Keep both: ${path}`,
  uploadFileAs: (path: string, name: string) => `Upload ${path} as “${name}”`,
  uploadAs: (name: string) => `Upload as “${name}”`,
  taken: {
    one: (path: string) => `A file named “${path}” already exists here.`,
    some: (count: number) => `${count} files with the same names already exist here.`,
    version: (count: number) => (count === 1 ? 'Upload as new version' : 'Upload as new versions'),
    both: 'Keep both',
    skip: 'Skip',
    versionOf: (path: string) => `Upload ${path} as a new version`,
  },
  others: (count: number) => `and ${count} more`,
  lost: {
    text: (count: number) =>
      `${count === 1 ? '1 upload was' : `${count} uploads were`} interrupted when this page was closed. Data that was already uploaded is kept.`,
    again: 'Select the same files again to upload the rest.',
    resume: 'Resume',
    folder: 'Select folder again',
    files: 'Select files again',
    skip: 'Skip',
  },
} as const;
