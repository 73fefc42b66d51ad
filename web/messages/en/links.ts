/** English messages about one link: its page and its form. */
import { formatNumber } from '../../formatters.ts';

export const linkMessages = {
  title: (name: string) => `Link to “${name}”`,
  back: 'My links',
  details: 'Details',
  detailsOf: (name: string) => `Details of the link to ${name}`,
  gone: {
    title: 'Link not found',
    text: 'This link was revoked, or it belongs to someone else.',
  },
  open: 'Open as a visitor',
  address: 'Link',
  personal: 'Each person has a personal link. Copy it below.',
  usage: {
    opened: 'Opened',
    downloads: 'Downloads',
    times: (number: number) => (number === 1 ? 'Once' : `${formatNumber(number)} times`),
    never: 'Never',
    downloaded: (number: number, max: number | null) =>
      max === null ? formatNumber(number) : `${formatNumber(number)} of ${formatNumber(max)}`,
    expires: 'Expires',
  },
  visitors: {
    title: 'Visitors',
    person: 'Person',
    opened: 'Opened',
    downloads: 'Downloads',
    last: 'Last visit',
    others: 'Anyone else with the link',
    joined: 'Allowed domain',
    none: 'No one has opened this link yet. Visits and downloads will appear here.',
    never: '–',
  },
  edit: {
    action: 'Edit',
    actionOf: (name: string) => `Edit the link to ${name}`,
    title: (name: string) => `Edit link to “${name}”`,
    save: 'Save',
    saved: 'Link updated.',
    name: 'Name',
    nameHint: 'Helps you tell your links apart. Visitors don’t see it.',
    keepAccess: (rights: string) => `Keep current access: ${rights}`,
    newPassword: 'New password',
    keepPassword: 'Leave empty to keep the current password.',
    passwordMissing: 'Enter a password.',
    domains: 'Allowed domains',
    domainsHint:
      'Anyone with an email address in these domains can open the link with an access code. Example: acme.com, example.org',
    maxDownloads: 'Download limit',
    unlimited: (used: number) =>
      used === 0 ? 'Leave empty for no limit.' : `${formatNumber(used)} so far. Leave empty for no limit.`,
    wrongNumber: 'Enter a whole number above 0.',
    notify: 'Notify me',
    notifyOptions: {
      never: 'Never',
      first: 'When someone opens it for the first time',
      each: 'Each time it’s opened',
    },
    forbidden: 'You don’t have permission to make these changes.',
    missing: 'This link no longer exists.',
    pending: 'The files are being checked. You can edit the link after the check.',
    lock: 'After you save, everyone must enter the new password to open the link.',
  },
} as const;
