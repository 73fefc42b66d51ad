/** Deployments with people, for tests. */
import { hashPassword } from '../src/platform/crypto/passwords.ts';
import { transaction } from '../src/platform/db/connection.ts';
import { addDeployment } from '../src/core/deployments/deployments.steps.ts';
import { findPersonalLibrary } from '../src/library/libraries/personal-library.queries.ts';
import { addToken } from '../src/people/tokens/tokens.steps.ts';
import { addUser } from '../src/people/users/users.steps.ts';
import type { AppDeps } from '../src/steps.ts';
import { type Client, client } from './client.ts';

/** Everybody's. */
export const PASSWORD = 'correct horse battery staple';

export type Person = Client & {
  userId: number;
  deploymentId: number;
  email: string;
  name: string;
  password: string;
  token: string;
  /** The personal library. */
  libraryId: number;
};

export type World = {
  deploymentId: number;
  /** A site admin. */
  admin: Person;
  ann: Person;
  bob: Person;
  /** Somebody whom no test grants anything. */
  stranger: Person;
  /** A site admin of another deployment. */
  other: Person;
  /** Nobody: requests without a credential. */
  anonymous: Client;
  addPerson(name: string, options?: { isSiteAdmin?: boolean }): Promise<Person>;
};

let passwordHash: Promise<string> | undefined;

/** Makes a deployment with people in it, and another beside it. */
export async function makeWorld(url: string, deps: AppDeps): Promise<World> {
  const hash = await (passwordHash ??= hashPassword(PASSWORD));
  const suffix = crypto.randomUUID().slice(0, 8);
  const addTo =
    (deploymentId: number) =>
    (name: string, options: { isSiteAdmin?: boolean } = {}) =>
      addPerson(url, deps, { deploymentId, name, email: `${name.toLowerCase()}@${suffix}.test`, hash, ...options });
  const found = (name: string) => transaction(deps.sql, (tx) => addDeployment(tx, { name, now: deps.clock() }));
  const deploymentId = await found(`Deployment ${suffix}`);
  const otherId = await found(`Other ${suffix}`);
  const add = addTo(deploymentId);
  return {
    deploymentId,
    admin: await add('Admin', { isSiteAdmin: true }),
    ann: await add('Ann'),
    bob: await add('Bob'),
    stranger: await add('Stranger'),
    other: await addTo(otherId)('Other', { isSiteAdmin: true }),
    anonymous: client(url, null),
    addPerson: add,
  };
}

async function addPerson(
  url: string,
  deps: AppDeps,
  person: { deploymentId: number; name: string; email: string; hash: string; isSiteAdmin?: boolean },
): Promise<Person> {
  const { deploymentId, name, email, hash, isSiteAdmin = false } = person;
  const now = deps.clock();
  return transaction(deps.sql, async (tx) => {
    const user = await addUser(tx, deps.steps, {
      deploymentId,
      email,
      name,
      isSiteAdmin,
      passwordHash: hash,
      createdBy: null,
      now,
    });
    const { userId } = user;
    const libraryId = await findPersonalLibrary(tx, { deploymentId, userId });
    const created = { deploymentId, userId, name: 'test', parentTokenId: null, createdBy: userId, now };
    const { token } = await addToken(tx, created);
    return { ...client(url, token), userId, deploymentId, email, name, password: PASSWORD, token, libraryId };
  });
}
