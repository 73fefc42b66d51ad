import { operations } from '../../platform/openapi/operations.ts';

export const profileDocs = operations('Users', {
  getUserProfile: {
    summary: 'Get the profile of a user',
    description:
      'Returns what everybody in the deployment can see about a user: name, address, picture and role. Deleted users have one too. ' +
      'The groups are only for the user and for site admins.',
    answers: { 200: 'The profile.', 404: 'No such user exists or existed in the deployment.' },
  },
  updateCurrentUser: {
    summary: 'Change your profile',
    description: 'Changes your own name, time zone, language or email preferences. Absent properties stay as they are.',
    bodyExample: { Name: 'Ann Baker', TimeZone: 'Europe/Lisbon' },
    answers: {
      200: 'The user after the change.',
      400: 'The name or the time zone is not valid, or the body changes nothing.',
    },
  },
});
