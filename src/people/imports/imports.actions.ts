/** Adds the people of a CSV file, for site admins (docs/api/users.md#importing-people). */
import type { Static } from 'typebox';
import type { Db, Tx } from '../../platform/db/connection.ts';
import { invalidParameters } from '../../platform/errors.ts';
import { emailKey } from '../../platform/values/email.ts';
import { nameKey } from '../../platform/values/names.ts';
import type { WithSteps } from '../../platform/steps.ts';
import { recordActivities } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { creation } from '../../core/idempotency/idempotency.steps.ts';
import { countMails } from '../../core/mails/mail-limit.steps.ts';
import { assertFresh } from '../credentials/fresh.ts';
import { inviteUsers } from '../one-time-links/one-time-links.steps.ts';
import { type UserSteps, addUser } from '../users/users.steps.ts';
import { findAccountsAt, findGroupsNamed, insertMemberships } from './imports.queries.ts';
import type { IMPORT_OUTCOMES, ImportBody } from './imports.schema.ts';
import { type PersonLine, readPeople } from './read-people.ts';

export type ImportedLine = PersonLine & { outcome: (typeof IMPORT_OUTCOMES)[number]; userId: number | null };

type PlannedLine = ImportedLine & { groupIds: number[] };

/**
 * Adds everybody in one transaction, with their invitations. If another request takes an address meanwhile, the
 * transaction runs again and finds that account. 400 for lines with errors unless they are to be skipped.
 */
export async function importUsers(
  deps: WithSteps<UserSteps>,
  actor: Actor,
  { Csv, DryRun = false, SkipInvalid = false }: Static<typeof ImportBody>,
): Promise<ImportedLine[]> {
  const people = readPeople(Csv);
  if (DryRun) return plan(deps.sql, actor, people, false);
  if (people.some(({ isSiteAdmin }) => isSiteAdmin)) assertFresh(actor);
  return creation(
    deps.sql,
    actor,
    async (tx) => {
      const lines = await plan(tx, actor, people, true);
      if (!SkipInvalid) assertValid(lines);
      return add(tx, deps, actor, lines);
    },
    { againOn: 'users_email' },
  );
}

async function plan(sql: Db, actor: Actor, people: PersonLine[], isLocked: boolean): Promise<PlannedLine[]> {
  const { deploymentId } = actor;
  const keys = people.map(({ email }) => emailKey(email));
  const accounts = await findAccountsAt(sql, deploymentId, keys);
  const names = [...new Set(people.flatMap(({ groups }) => groups))];
  const groups = await findGroupsNamed(sql, deploymentId, names, isLocked);
  return people.map((person): PlannedLine => {
    const userId = accounts.get(emailKey(person.email));
    const errors = [...person.errors];
    for (const group of person.groups) {
      const found = groups.get(nameKey(group));
      if (found === undefined) errors.push(`There is no group “${group}”.`);
      else if (found.isManaged) errors.push(`The group “${group}” is managed by an identity provider.`);
    }
    const outcome = errors.length > 0 ? 'Invalid' : userId === undefined ? 'Added' : 'Exists';
    const groupIds = person.groups.flatMap((group) => groups.get(nameKey(group))?.groupId ?? []);
    return { ...person, errors, outcome, groupIds: [...new Set(groupIds)], userId: userId ?? null };
  });
}

function assertValid(lines: ImportedLine[]): void {
  const errors = lines.flatMap(({ line, errors: found }) => found.map((error) => `Line ${line}: ${error}`));
  if (errors.length === 0) return;
  throw invalidParameters(
    errors.map((detail) => ({ type: '/invalid_parameter', title: 'Invalid line', instance: 'Csv', detail })),
  );
}

async function add(tx: Tx, deps: WithSteps<UserSteps>, actor: Actor, lines: PlannedLine[]): Promise<ImportedLine[]> {
  const { deploymentId, userId: createdBy, now } = actor;
  const result: PlannedLine[] = [];
  for (const line of lines) {
    if (line.outcome !== 'Added') result.push(line);
    else {
      const { email, name, isSiteAdmin } = line;
      const user = { deploymentId, email, name, isSiteAdmin, passwordHash: null, createdBy, now };
      result.push({ ...line, ...(await addUser(tx, deps.steps, user)) });
    }
  }
  const added = result.flatMap((line) => (line.outcome === 'Added' ? [{ ...line, userId: line.userId ?? 0 }] : []));
  await insertMemberships(
    tx,
    deploymentId,
    added.flatMap(({ userId, groupIds }) => groupIds.map((groupId) => ({ groupId, userId }))),
  );
  if (added.length > 0) {
    await countMails(tx, actor, added.length);
    await inviteUsers(tx, deps, deploymentId, { users: added, now });
  }
  await recordActivities(tx, actor, added.map(activityOf));
  return result;
}

function activityOf({ email, userId, isSiteAdmin, groupIds }: PlannedLine) {
  const details = {
    userId,
    isSiteAdmin,
    imported: true,
    ...(groupIds.length > 0 ? { groups: groupIds.join(', ') } : {}),
  };
  return { type: 'UserCreated' as const, contentName: email, details };
}
