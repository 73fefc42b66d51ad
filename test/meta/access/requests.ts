/** The requests that table.ts describes. */
import type { Answer, Client } from '../../client.ts';
import type { Line } from './lines.ts';
import type { Make } from './things.ts';

type Prepared = { method: string; path: string; body: unknown; content: string; headers: Record<string, string> };

/** The request of a line of the table, with its things made. */
export async function prepare(route: string, line: Line, make: Make): Promise<Prepared> {
  const [method = '', template = ''] = route.split(' ');
  let path = line.at ?? template;
  for (const [placeholder, name = ''] of path.matchAll(/:(\w+)/g)) {
    path = path.replace(placeholder, String(await make(name)));
  }
  const content = crypto.randomUUID();
  return { method, path, body: await line.body?.(make), content, headers: (await line.headers?.(make)) ?? {} };
}

/** Sends it and returns the status. */
export async function ask(person: Client, line: Line, request: Prepared): Promise<number> {
  if (line.isEndless === true) return person.statusOf(request.path);
  return (await answerTo(person, line, request)).status;
}

/** Sends it and returns the answer. */
export async function answerTo(person: Client, { form }: Line, request: Prepared): Promise<Answer> {
  const { method, path, body, content, headers } = request;
  const id = Number(/\d+/.exec(path)?.[0]);
  if (form === 'document') return person.upload(id, 'upload.txt', content, undefined, headers);
  if (form === 'revision') return person.revise(id, 'a.txt', content, headers);
  return person.api(method, path, body, headers);
}
