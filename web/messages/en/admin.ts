/** English messages around the pages of site admins. */
import { formatNumber } from '../../formatters.ts';

export const adminMessages = {
  title: 'Administration',
  nav: 'Administration',
  refused: {
    title: 'Site admins only',
    text: 'You need to be a site admin to view this page. Ask a site admin for help.',
  },
  sections: {
    home: 'Overview',
    people: 'People and access',
    signIn: 'Sign-in',
    sharing: 'Sharing',
    content: 'Content',
    system: 'System',
  },
  table: {
    actions: 'Actions',
    actionsOf: (name: string) => `Actions for ${name}`,
    select: (name: string) => `Select ${name}`,
    selectAll: 'Select all shown',
    selection: 'Selection',
    selected: (count: number) => `${formatNumber(count)} selected`,
    clear: 'Clear selection',
  },
} as const;
