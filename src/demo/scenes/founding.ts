/** The first morning: people, groups, libraries with their tag types, folders and permissions. */
import { hashPassword } from '../../platform/crypto/passwords.ts';
import { transaction } from '../../platform/db/connection.ts';
import { insertActivity } from '../../core/activity/activity.queries.ts';
import { createFolder } from '../../library/folders/folders.create.ts';
import { createGroup, setMembers } from '../../people/groups/groups.actions.ts';
import { createLibrary } from '../../library/libraries/libraries.actions.ts';
import { setPermissions } from '../../library/permissions/permissions.actions.ts';
import { createTagType } from '../../library/tag-types/tag-types.actions.ts';
import { createUser } from '../../people/users/users.actions.ts';
import { addUser } from '../../people/users/users.steps.ts';
import { minutesAfter } from '../calendar.ts';
import {
  DENIED,
  FOUNDER,
  GROUPS,
  LIBRARIES,
  type LibraryName,
  type LibraryPlan,
  PEOPLE,
  type Who,
} from '../company.ts';
import { SHELVES } from '../papers.ts';
import { type Stage, actorOf, found } from '../stage.ts';

/** Sets the stage from `begin` on; everybody gets the same password. */
export async function foundCompany(stage: Stage, begin: Date, password: string): Promise<void> {
  let minutes = 0;
  const next = () => actorOf(stage, FOUNDER, minutesAfter(begin, (minutes += 2)));
  await addFounder(stage, begin, password);
  for (const who of Object.keys(PEOPLE) as Who[]) {
    if (who === FOUNDER) continue;
    const wanted = { Email: `${who}@${stage.domain}`, Name: PEOPLE[who], Password: password };
    stage.people.set(who, await createUser(stage.deps, next(), wanted));
  }
  for (const [name, members] of Object.entries(GROUPS)) {
    const { groupId } = await createGroup(stage.deps, next(), name);
    const ids = members.map((who) => found(stage.people, who).userId);
    await setMembers(stage.deps, next(), groupId, ids);
    stage.groups.set(name, groupId);
  }
  for (const name of Object.keys(LIBRARIES) as LibraryName[]) await addLibrary(stage, name, next);
  await addFolders(stage, next);
}

type NextActor = () => ReturnType<typeof actorOf>;

// Created as by the operator, because nobody else exists yet.
async function addFounder(stage: Stage, now: Date, password: string): Promise<void> {
  const { deps, deploymentId, domain } = stage;
  const email = `${FOUNDER}@${domain}`;
  const name = PEOPLE[FOUNDER];
  const passwordHash = await hashPassword(password);
  const userId = await transaction(deps.sql, async (tx) => {
    const wanted = { deploymentId, email, name, isSiteAdmin: true, passwordHash, createdBy: null, now };
    const user = await addUser(tx, deps.steps, wanted);
    const details = { userId: user.userId, isSiteAdmin: true };
    await insertActivity(
      tx,
      { deploymentId, userId: null, at: now },
      { type: 'UserCreated', contentName: email, details },
    );
    return user.userId;
  });
  stage.people.set(FOUNDER, { userId, email, name, isSiteAdmin: true });
}

async function addLibrary(stage: Stage, name: LibraryName, next: NextActor): Promise<void> {
  const plan: LibraryPlan = LIBRARIES[name];
  const { libraryId } = await createLibrary(stage.deps, next(), name);
  const entries = Object.entries(plan.allow).map(([whom, Allow]) => ({ ...subjectOf(stage, whom), Allow }));
  await setPermissions(stage.deps, next(), 'library', libraryId, entries);
  const tagTypes = new Map<string, number>();
  for (const { name: TagTypeName, type: DataType } of plan.tagTypes) {
    const { tagTypeId } = await createTagType(stage.deps, next(), libraryId, { TagTypeName, DataType });
    tagTypes.set(TagTypeName, tagTypeId);
  }
  stage.libraries.set(name, { libraryId, tagTypes });
}

function subjectOf(stage: Stage, whom: string): { UserId: number } | { GroupId: number } {
  const GroupId = stage.groups.get(whom);
  return GroupId === undefined ? { UserId: found(stage.people, whom as Who).userId } : { GroupId };
}

async function addFolders(stage: Stage, next: NextActor): Promise<void> {
  for (const path of new Set(SHELVES.map(([folder]) => folder))) {
    const [library = '', ...folders] = path.split('/');
    const { libraryId } = found(stage.libraries, library as LibraryName);
    const FolderPath = folders.length === 0 ? 'General' : folders.join('\\');
    const { folderId } = await createFolder(stage.deps, next(), { libraryId }, { FolderPath });
    stage.folders.set(path, folderId);
  }
  const denials = DENIED.groups.map((group) => ({ GroupId: found(stage.groups, group), Deny: ['Read' as const] }));
  await setPermissions(stage.deps, next(), 'folder', found(stage.folders, DENIED.folder), denials);
}
