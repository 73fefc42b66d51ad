import type { TestApp } from '../harness.ts';
import type { Person, World } from '../world.ts';

/** A person without a picture, as in other objects. */
export const asPerson = ({ userId, name, email }: Person) => ({
  UserId: userId,
  Name: name,
  Email: email,
  PictureUri: null,
  IsDeleted: false,
});

/** Adds people named P1, P2, … and returns their ids. */
export async function addPeople(app: Pick<TestApp, 'sql' | 'clock'>, w: World, count: number): Promise<number[]> {
  const rows = await app.sql<{ id: number }[]>`
    insert into users (deployment_id, email, email_key, name, name_key, created_at)
    select ${w.deploymentId}, mail, mail, 'P' || n, 'p' || lpad(n::text, 5, '0'), ${app.clock.now}
    from (select n, 'p' || n || '@' || ${crypto.randomUUID()}::text as mail from generate_series(1, ${count}) n) people
    returning user_id as id`;
  return rows.map(({ id }) => id);
}
