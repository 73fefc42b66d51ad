import type { World } from '../../../test/world.ts';

/** The email domain of the people of a deployment. */
export const domainOfWorld = ({ ann }: World) => ann.email.split('@')[1] ?? '';

/** Three groups without members. */
export async function makeGroups({ admin }: World): Promise<number[]> {
  const names = ['Sales', 'Legal', 'Book club'];
  const answers = await Promise.all(names.map((name) => admin.api('POST', '/api/groups', { GroupName: name })));
  return answers.map(({ body }) => body.GroupId);
}
