/** Texts of the page of all links, in English. */

const number = (count: number) => new Intl.NumberFormat('en').format(count);
const links = (count: number) => (count === 1 ? '1 link' : `${number(count)} links`);

export const adminLinksMessages = {
  section: 'Links',
  title: 'All links',
  text: 'Everything that anybody has shared by link, newest first. Withdraw what should not be open.',
  none: 'Nobody has shared anything by link.',
  noneMatches: 'No link is like that.',
  by: (name: string) => `by ${name}`,
  sentTo: (addresses: string) => `Sent to ${addresses}`,
  andMore: (first: string, more: number) => `${first} and ${number(more)} more`,
  filters: {
    label: 'Which links',
    name: 'Name of what is shared',
    status: 'State',
    anyStatus: 'Any state',
    statuses: { Active: 'Active', Pending: 'Being checked', Refused: 'Refused by the check', Expired: 'Expired' },
    creator: 'Made by',
    creatorHint: 'A name or an address.',
    outside: 'Sent to other domains than',
    outsideHint: 'For example: example.com, example.org',
    unprotected: 'Without password or code',
    endless: 'Without an end',
    clear: 'Show all links',
  },
  choose: (name: string) => `Choose the link to ${name}`,
  chooseShown: 'Choose all that are shown',
  withdrawChosen: (count: number) => (count === 0 ? 'Withdraw chosen' : `Withdraw ${links(count)}`),
  withdrawMatching: 'Withdraw all that match',
  counting: 'Counting the links',
  confirm: (count: number) => (count === 1 ? 'Withdraw this link?' : `Withdraw ${links(count)}?`),
  confirmNone: 'There is nothing to withdraw',
  confirmText: 'Nobody can open anything with them any more. Who made them is not told. This cannot be undone.',
  confirmAll: 'You have not narrowed the list down: these are all links of the deployment.',
  withdraw: 'Withdraw',
  running: 'Withdrawing:',
  done: (count: number) => (count === 1 ? '1 link is withdrawn.' : `${links(count)} are withdrawn.`),
} as const;
