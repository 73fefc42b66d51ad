/** English messages around the pages of site admins. */
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
} as const;
