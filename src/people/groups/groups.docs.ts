import { operations } from '../../platform/openapi/operations.ts';

const NO_GROUP = 'No such group exists in the deployment.';
const NOT_FRESH = 'The session was authenticated more than 10 minutes ago.';

export const groupDocs = operations('Groups', {
  listGroups: {
    summary: 'List groups',
    description: 'Returns the groups of the deployment by name. Without `top` the list is complete. For site admins.',
    answers: { 200: 'The groups.' },
  },
  createGroup: {
    summary: 'Create a group',
    description: 'Creates a group without members. For site admins.',
    bodyExample: { GroupName: 'Accounting' },
    answers: {
      201: { description: 'The group was created.', headers: ['Location'] },
      400: 'The name is not valid.',
      409: 'A group with this name exists.',
    },
  },
  findGroups: {
    summary: 'Find groups by name',
    description:
      'Returns at most 20 groups whose name starts with `query`. For everybody, so that groups can be granted something.',
    answers: { 200: 'The groups.' },
  },
  getGroup: {
    summary: 'Get a group',
    description: 'Returns a group. For site admins.',
    answers: { 200: 'The group.', 404: NO_GROUP },
  },
  updateGroup: {
    summary: 'Change a group',
    description:
      'Renames a group, or states whether its members must have a second factor. Turning that off requires fresh authentication ' +
      'of a session. For site admins.',
    bodyExample: { GroupName: 'Finance' },
    answers: {
      200: 'The group after the change.',
      400: 'The name is not valid, or nothing is to be changed.',
      403: NOT_FRESH,
      404: NO_GROUP,
      409: 'A group with this name exists, or a SCIM connection manages the group.',
    },
  },
  deleteGroup: {
    summary: 'Delete a group',
    description: 'Deletes a group with everything that was granted or denied to it. Its members stay. For site admins.',
    answers: { 204: 'The group was deleted.', 404: NO_GROUP },
  },
  listGroupMembers: {
    summary: 'List the members of a group',
    description:
      'Returns the members by name. With `query` only members whose name or address starts with it. Without `top` the list is ' +
      'complete. For site admins.',
    answers: { 200: 'The members.', 404: NO_GROUP },
  },
  setGroupMembers: {
    summary: 'Replace the members of a group',
    description: 'Makes the users in the body the only members. An empty array removes all members. For site admins.',
    bodyExample: [1],
    answers: { 200: 'The members after the change.', 400: 'A user does not exist in the deployment.', 404: NO_GROUP },
  },
  addGroupMember: {
    summary: 'Add a member to a group',
    description: 'Makes a user a member of a group. Nothing changes if the user is one already. For site admins.',
    answers: { 204: 'The user is a member.', 404: 'No such group or user exists in the deployment.' },
  },
  removeGroupMember: {
    summary: 'Remove a member from a group',
    description: 'Removes a user from a group. For site admins.',
    answers: {
      204: 'The user is not a member anymore.',
      404: 'No such group exists, or the user is not a member of it.',
    },
  },
});
