/** English messages of the page with all links. */
import { formatNumber } from '../../../formatters.ts';

const links = (count: number) => (count === 1 ? '1 link' : `${formatNumber(count)} links`);

export const adminLinksMessages = {
  title: 'All links',
  text: 'All links that people have created, newest first. Revoke links that shouldn’t be available.',
  none: 'No links yet. Links that people create will appear here.',
  noneMatches: 'No links match these filters.',
  columns: { item: 'Item', terms: 'Access', creator: 'Created by', opened: 'Opened', recipients: 'Sent to' },
  linkTo: (name: string) => `link to ${name}`,
  andMore: (more: number) => `and ${formatNumber(more)} more`,
  never: 'Never',
  times: (count: number) => (count === 1 ? 'Once' : `${formatNumber(count)} times`),
  filters: {
    label: 'Filters',
    name: 'Item name',
    status: 'Status',
    anyStatus: 'Any status',
    statuses: { Active: 'Active', Pending: 'Checking', Refused: 'Failed check', Expired: 'Expired' },
    creator: 'Created by',
    creatorHint: 'Name or email',
    outside: 'Sent outside these domains',
    outsideHint: 'For example: example.com, example.org',
    unprotected: 'No password or code',
    endless: 'No expiration',
    clear: 'Clear filters',
  },
  revokeSelected: (count: number) => `Revoke ${links(count)}`,
  revokeMatching: 'Revoke all matching',
  counting: 'Counting links…',
  confirm: (count: number) => (count === 1 ? 'Revoke this link?' : `Revoke ${links(count)}?`),
  confirmNone: 'No links to revoke',
  confirmText: 'No one will be able to use them. The people who created them aren’t notified. You can’t undo this.',
  confirmAll: 'No filters are set. This revokes all links of the deployment.',
  revoke: 'Revoke',
  running: 'Revoking:',
  done: (count: number) => (count === 1 ? '1 link revoked.' : `${links(count)} revoked.`),
} as const;
