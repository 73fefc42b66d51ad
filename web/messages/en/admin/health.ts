/** English messages of the health page for site admins. */

/** Labels of the checks, by the names that `carrel doctor` prints. */
const checks: Record<string, string> = {
  carrel: 'Version',
  node: 'Node.js',
  data: 'Data folder',
  space: 'Disk space',
  'space blobs': 'Disk space for files',
  reach: 'Web address and HTTPS',
  blobs: 'File storage',
  postgres: 'Database',
  schema: 'Database schema',
  worker: 'Background worker',
  memory: 'Memory',
  backup: 'Backup',
  certificate: 'TLS certificate',
  smtp: 'Mail server',
  metrics: 'Metrics',
  'first-run': 'First password',
  soffice: 'Office document thumbnails',
  ffmpeg: 'Video thumbnails',
  tesseract: 'Text in scans',
  isolation: 'Thumbnail sandbox',
  clamd: 'Malware scanner',
};

export const healthMessages = {
  section: 'Health',
  title: 'Health',
  text: 'Status of required and optional components. For paths, addresses and error details, run “carrel doctor” on the server.',
  check: (name: string) => checks[name] ?? name,
  columns: { check: 'Component', state: 'Status' },
  states: { ok: 'OK', hint: 'Optional', warning: 'Warning', failed: 'Failed' },
  sum: (failed: number, warnings: number) => {
    if (failed > 0) return failed === 1 ? '1 check failed' : `${failed} checks failed`;
    if (warnings > 0) return warnings === 1 ? '1 warning' : `${warnings} warnings`;
    return 'All required components work';
  },
  checked: 'Checked',
  again: 'Check again',
} as const;
