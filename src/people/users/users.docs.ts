import { operations } from '../../platform/openapi/operations.ts';

const NO_USER = 'No such user exists in the deployment.';
const NOT_FRESH = 'The session was authenticated more than 10 minutes ago.';

export const userDocs = operations('Users', {
  getCurrentUser: {
    summary: 'Get the current user',
    description: 'Returns the user whom the credential belongs to, with the deployment and the personal library.',
    answers: { 200: 'The current user.' },
  },
  listUsers: {
    summary: 'List or find users',
    description:
      'Returns the users of the deployment by name. With `query` only users whose name or address starts with it. Without ' +
      '`top` the list is complete. For everybody, so that people can be granted something.',
    answers: { 200: 'The users.' },
  },
  getUser: {
    summary: 'Get a user',
    description: 'Returns a user. Everybody can get themselves, and site admins can get everybody.',
    answers: { 200: 'The user.', 403: 'You are neither the user nor a site admin.', 404: NO_USER },
  },
  createUser: {
    summary: 'Create a user',
    description:
      'Creates a user with a personal library. Without `Password` the person is emailed an invitation with a link to set one, ' +
      'which is valid for 7 days. For site admins.',
    bodyExample: { Email: 'dana@example.com', Name: 'Dana Reed' },
    answers: {
      201: { description: 'The user was created.', headers: ['Location'] },
      400: 'The address, name, or password is not valid.',
      403: `For a site admin: ${NOT_FRESH}`,
      409: 'The address is taken.',
      429: 'You have sent as many emails as `MaxMailsPerUserPerDay` allows.',
    },
  },
  updateUser: {
    summary: 'Change a user',
    description:
      'Changes the properties that the body has. A new address invalidates links that were emailed to the old one; the old ' +
      'address gets an email about the change. For site admins.',
    bodyExample: { Name: 'Ann Baker' },
    answers: {
      200: 'The user after the change.',
      400: 'The address or name is not valid, or the body changes nothing.',
      403: `For another address or the role of site admin: ${NOT_FRESH}`,
      404: NO_USER,
      409: 'The address is taken, or the user is the last site admin.',
    },
  },
  deleteUser: {
    summary: 'Delete a user',
    description:
      'Deletes a user. Documents, links and tasks of the user stay. The personal library becomes the corporate library `My Library (address)`; ' +
      'without `transferTo` it goes to the trash. Tokens, sessions, memberships, and permissions end, and the links that the ' +
      'user created are revoked. For site admins.',
    answers: {
      204: 'The user was deleted.',
      403: NOT_FRESH,
      404: NO_USER,
      409: 'The user is the last site admin.',
    },
  },
  listAccounts: {
    summary: 'List accounts',
    description:
      'Returns users by name with the state of their account and when they were last seen. Without `top` the list is complete. For site admins.',
    answers: { 200: 'The accounts.' },
  },
  getUserAccount: {
    summary: 'Get the account of a user',
    description:
      'Returns how a user signs in, when the user was last seen, and the groups of the user. For site admins.',
    answers: { 200: 'The account.', 404: NO_USER },
  },
  inviteUser: {
    summary: 'Email an invitation again',
    description:
      'Emails the invitation again to a user who has not set a password, and invalidates the previous one. For site admins.',
    answers: {
      204: 'The invitation is sent.',
      404: NO_USER,
      409: 'The user has a password.',
      429: 'You have sent as many emails as `MaxMailsPerUserPerDay` allows.',
    },
  },
});
