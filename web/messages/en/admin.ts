/** Texts around the pages of site admins, in English. */

export const adminMessages = {
  title: 'Administration',
  nav: 'Administration',
  refused: {
    title: 'This page is for site admins',
    text: 'Ask a site admin of this deployment if you need something from it.',
  },
  sections: { home: 'Overview' },
} as const;
