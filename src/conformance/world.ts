/**
 * The people and the library that a run creates for itself. Rules use nothing else of the instance, and every name contains
 * the id of the run, by which remove.ts finds it again.
 */
import { randomBytes } from 'node:crypto';
import { answered } from './checks.ts';
import { type Answer, type Client, type Target, connect } from './client.ts';
import type { Json } from './json.ts';
import { NotApplicable } from './mismatch.ts';

export type Person = Client & {
  userId: number;
  email: string;
  name: string;
  password: string;
  token: string;
  personalLibraryId: number;
};

export type World = {
  /** The id of the run, in all names. */
  run: string;
  target: Target;
  /** A site admin. */
  admin: Person;
  /** Has all rights in the library. */
  owner: Person;
  /** Can read the library. */
  reader: Person;
  /** Has no rights in the library. */
  stranger: Person;
  anonymous: Client;
  /** A corporate library. */
  libraryId: number;
  settings: Json;
  /** A name that nothing else has. */
  unique(name: string): string;
  /** Adds a folder to the root of the library and returns its id. */
  folder(name?: string): Promise<number>;
  /** Uploads a document as the owner and returns its id. Without `content`, all have the same: the service reads it once. */
  document(folderId: number, name?: string, content?: string | Buffer): Promise<number>;
  /** Adds a person without rights. */
  addPerson(name: string): Promise<Person>;
};

/** Names of libraries, groups and people; addresses have it in lower case. */
export const NAME = 'Conformance';
/** Nobody gets emails below this domain (RFC 2606). */
const DOMAIN = 'carrel.invalid';
const KINDS_OF_EMAILS = [
  'TaskRequests',
  'TaskDecisions',
  'TaskUpdates',
  'LinkUploads',
  'LinkOpenings',
  'AccessGrants',
  'CommentMentions',
  'LinkComments',
  'SearchAlerts',
];

export function newRun(): string {
  return randomBytes(4).toString('hex');
}

/** `admin` is the person who runs the rules, and only creates the site admin of the run. */
export async function createWorld(target: Target, admin: Client, run: string): Promise<World> {
  const settings = answered(await admin.get('/api/settings'), 200).body;
  const own = await addPerson(target, admin, { run, name: 'Admin', isSiteAdmin: true });
  const add = (name: string) => addPerson(target, own, { run, name, isSiteAdmin: false });
  const [owner, reader, stranger] = [await add('Owner'), await add('Reader'), await add('Stranger')];
  const library = answered(await own.post('/api/libraries', { LibraryName: `${NAME} ${run}` }), 201);
  const libraryId = library.body.number('LibraryId');
  const entries = [
    { UserId: owner.userId, Allow: ['Read', 'Write', 'Delete', 'Grant'] },
    { UserId: reader.userId, Allow: ['Read'] },
  ];
  answered(await own.put(`/api/libraries/${libraryId}/permissions`, entries), 200);
  let count = 0;
  const unique = (name: string) => `${name} ${run} ${++count}`;
  return {
    run,
    target,
    admin: own,
    owner,
    reader,
    stranger,
    anonymous: connect(target, null),
    libraryId,
    settings,
    unique,
    folder: async (name = 'Folder') => {
      const made = await owner.post(`/api/libraries/${libraryId}/folders`, { FolderName: unique(name) });
      return answered(made, 201).body.number('FolderId');
    },
    document: async (folderId, name = 'document.txt', content = `The text of run ${run}.`) => {
      const made = await owner.upload(`/api/folders/${folderId}/documents`, { fileName: name, content });
      return answered(made, 201).body.number('DocumentId');
    },
    addPerson: (name) => add(unique(name)),
  };
}

type Newcomer = { run: string; name: string; isSiteAdmin: boolean };

async function addPerson(target: Target, admin: Client, { run, name, isSiteAdmin }: Newcomer): Promise<Person> {
  const email = `${NAME}-${run}-${name.replaceAll(/\W+/g, '-')}@${DOMAIN}`.toLowerCase();
  const password = newPassword();
  const person = { Email: email, Name: `${NAME} ${run} ${name}`, Password: password, IsSiteAdmin: isSiteAdmin };
  const userId = answered(await admin.post('/api/users', person), 201).body.number('UserId');
  const token = await tokenOf(target, admin, { userId, email, password });
  const client = connect(target, `Bearer ${token}`);
  const preferences = Object.fromEntries(KINDS_OF_EMAILS.map((kind) => [kind, false]));
  answered(await client.patch('/api/users/me', { MailPreferences: preferences }), 200);
  const me = answered(await client.get('/api/users/me'), 200).body;
  const personalLibraryId = me.number('PersonalLibraryId');
  return { ...client, userId, email, name: person.Name, password, token, personalLibraryId };
}

/** Satisfies every policy, and contains no name. */
export function newPassword(): string {
  return `aA1!${randomBytes(18).toString('base64url')}`;
}

// A token by the person's own password needs no email. Where passwords are turned off, the site admin creates it.
async function tokenOf(
  target: Target,
  admin: Client,
  { userId, email, password }: { userId: number; email: string; password: string },
): Promise<string> {
  const own = await connect(target, basic(email, password)).get('/api/authenticate');
  if (own.status === 200) return own.body.string('Token');
  const made = await admin.post(`/api/users/${userId}/tokens`, { Name: NAME });
  return answered(made, 201).body.string('Token');
}

/** Basic credentials (docs/api/authentication.md#basic-credentials). */
export function basic(email: string, password: string): string {
  return `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;
}

/** The rule holds only for instances where the setting has this value. */
export function requireSetting(world: World, name: string, value: unknown): void {
  if (world.settings.at(name) !== value) throw new NotApplicable(`the setting ${name} is not ${JSON.stringify(value)}`);
}

/** Asks again until the response satisfies the condition, for results of background jobs. */
export async function poll(ask: () => Promise<Answer>, isDone: (answer: Answer) => boolean): Promise<Answer> {
  for (const end = Date.now() + 180_000; ;) {
    const answer = await ask();
    if (isDone(answer) || Date.now() > end) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
