/**
 * Removes everything that a run has created, found by the id of the run in its names. So nothing is forgotten whose creation
 * was interrupted, and a run that was killed can be removed later.
 */
import { answered } from './checks.ts';
import type { Answer, Client } from './client.ts';
import type { Json } from './json.ts';
import { NAME } from './world.ts';

/** Returns a line for each object that could not be removed. */
export async function removeRun(admin: Client, run: string): Promise<string[]> {
  const left: string[] = [];
  for (const find of [findLibraries, findGroups, findUsers, findTrash]) {
    try {
      for (const { what, path } of await find(admin, run)) {
        const answer = await admin.remove(path);
        if (![204, 404].includes(answer.status)) left.push(`${what}: DELETE ${path} was ${describe(answer)}`);
      }
    } catch (error) {
      left.push(`${find.name.replace('find', '').toLowerCase()}: ${(error as Error).message}`);
    }
  }
  return left;
}

type Found = { what: string; path: string };

async function findLibraries(admin: Client, run: string): Promise<Found[]> {
  const libraries = answered(await admin.get('/api/libraries'), 200).body.list();
  return libraries
    .filter((one) => one.at('IsPrivate') === false && isOf(run, one.string('LibraryName')))
    .map((one) => purged(one.string('LibraryName'), one.number('LibraryId')));
}

async function findGroups(admin: Client, run: string): Promise<Found[]> {
  const groups = answered(await admin.get(`/api/groups?query=${NAME}`), 200).body.list();
  return groups
    .filter((one) => isOf(run, one.string('GroupName')))
    .map((one) => ({ what: one.string('GroupName'), path: `/api/groups/${one.number('GroupId')}` }));
}

async function findUsers(admin: Client, run: string): Promise<Found[]> {
  const users = answered(await admin.get(`/api/users?query=${NAME.toLowerCase()}-${run}-`), 200).body.list();
  return users
    .filter((one) => one.string('Email').startsWith(`${NAME.toLowerCase()}-${run}-`))
    .map((one) => ({ what: one.string('Email'), path: `/api/users/${one.number('UserId')}` }));
}

// The personal libraries of the deleted users, and libraries that a rule has left in the trash.
async function findTrash(admin: Client, run: string): Promise<Found[]> {
  const items = answered(await admin.get('/api/admin/trash'), 200).body.list();
  return items.filter((item) => isLibrary(item) && isOf(run, item.string('ItemName'))).map(libraryOf);
}

function isLibrary(item: Json): boolean {
  return item.at('ItemType') === 'Library';
}

function libraryOf(item: Json): Found {
  return purged(item.string('ItemName'), item.number('Embedded.Library.LibraryId'));
}

function purged(what: string, libraryId: number): Found {
  return { what, path: `/api/libraries/${libraryId}?purge=true` };
}

// The id is random, so no name of somebody else has it.
function isOf(run: string, name: string): boolean {
  return name.startsWith(`${NAME} ${run}`) || name.includes(`(${NAME.toLowerCase()}-${run}-`);
}

function describe(answer: Answer): string {
  const title = answer.body.at('title');
  return typeof title === 'string' ? `${answer.status} ${title}` : String(answer.status);
}
