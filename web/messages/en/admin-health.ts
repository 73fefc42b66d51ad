/** Texts of the health page for site admins, in English. */

/** What is looked at, by the names that `carrel doctor` prints too. */
const checks: Record<string, string> = {
  carrel: 'Version',
  node: 'Node.js',
  data: 'Folder of the service',
  space: 'Disk space',
  'space blobs': 'Disk space for contents',
  reach: 'Address and encryption',
  blobs: 'Store of contents',
  postgres: 'Database',
  schema: 'Database schema',
  worker: 'Background worker',
  soffice: 'Thumbnails of office documents',
  ffmpeg: 'Thumbnails of videos',
  isolation: 'Isolation of thumbnail programs',
  clamd: 'Malware scanner',
};

export const healthMessages = {
  section: 'Health',
  title: 'Health',
  text: 'What the service needs, and what it could use. Who runs it sees folders, addresses and causes too, with “carrel doctor”.',
  check: (name: string) => checks[name] ?? name,
  states: { ok: 'Good', hint: 'Optional', warning: 'Look at it', failed: 'Failed' },
  sum: (failed: number, warnings: number) => {
    if (failed > 0) return failed === 1 ? 'One thing has failed.' : `${failed} things have failed.`;
    if (warnings > 0) return warnings === 1 ? 'One thing is worth a look.' : `${warnings} things are worth a look.`;
    return 'Everything that the service needs is there.';
  },
  checked: 'Looked at',
  again: 'Look again',
} as const;
