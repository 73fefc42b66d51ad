/** The requests that access.table.ts describes. */
import type { Client } from '../client.ts';
import type { Line } from './access.lines.ts';
import type { Make } from './access.things.ts';

type Prepared = { method: string; path: string; body: unknown; headers: Record<string, string> };

/** The request of a line of the table, with its things made. */
export async function prepare(route: string, line: Line, make: Make): Promise<Prepared> {
  const [method = '', template = ''] = route.split(' ');
  let path = line.at ?? template;
  for (const [placeholder, name = ''] of path.matchAll(/:(\w+)/g)) {
    path = path.replace(placeholder, String(await make(name)));
  }
  return { method, path, body: await line.body?.(make), headers: (await line.headers?.(make)) ?? {} };
}

/** Sends it and returns the status. */
export async function ask(
  person: Client,
  { form, isEndless }: Line,
  { method, path, body, headers }: Prepared,
): Promise<number> {
  const id = Number(/\d+/.exec(path)?.[0]);
  const file = crypto.randomUUID();
  if (form === 'document') return (await person.upload(id, 'upload.txt', file, undefined, headers)).status;
  if (form === 'revision') return (await person.revise(id, 'a.txt', file, headers)).status;
  if (isEndless === true) return person.statusOf(path);
  return (await person.api(method, path, body, headers)).status;
}
