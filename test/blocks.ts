/** The cost of a request in blocks of tables and indexes that PostgreSQL reads: the same on a busy machine. */
import type { TestApp } from './harness.ts';
import { blocksTouched, statementsOf } from './statements.ts';
import type { Person } from './world.ts';

/** The blocks of all statements of a request, and its answer. */
export async function blocksOf(
  app: Pick<TestApp, 'sql'>,
  person: Person,
  path: string,
): Promise<{ blocks: number; answer: Awaited<ReturnType<Person['api']>> }> {
  let answer = await person.api('GET', path);
  const statements = await statementsOf(app, async () => {
    answer = await person.api('GET', path);
  });
  let blocks = 0;
  for (const statement of statements.filter(({ text }) => /^\s*(?:select|with)\b/i.test(text))) {
    // Twice: the first time the catalogs are read as well.
    await blocksTouched(app, statement);
    blocks += await blocksTouched(app, statement);
  }
  return { blocks, answer };
}
