/** Deployments with people, for tests. */
import { hash as argon2 } from '@node-rs/argon2';
import { type Tx, transaction } from '../src/platform/db/connection.ts';
import { addDeployment } from '../src/core/deployments/deployments.steps.ts';
import { findPersonalLibrary } from '../src/library/libraries/personal-library.queries.ts';
import { addToken } from '../src/people/tokens/tokens.steps.ts';
import { addUser } from '../src/people/users/users.steps.ts';
import type { AppDeps } from '../src/steps.ts';
import { type Client, client } from './client.ts';

/** The common password. */
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
  /** A person without any grants. */
  stranger: Person;
  /** A site admin of another deployment. */
  other: Person;
  /** Requests without a credential. */
  anonymous: Client;
  addPerson(name: string, options?: { isSiteAdmin?: boolean }): Promise<Person>;
};

// A fortieth of the service's cost: tests sign in hundreds of times.
const passwordHash = argon2(PASSWORD, { algorithm: 2, memoryCost: 512, timeCost: 1, parallelism: 1 });

type Newcomer = { deploymentId: number; name: string; email: string; hash: string; isSiteAdmin?: boolean };

/** Creates a deployment with people in it, and a second one. */
export async function makeWorld(url: string, deps: AppDeps): Promise<World> {
  const hash = await passwordHash;
  const suffix = crypto.randomUUID().slice(0, 8);
  const now = deps.clock();
  // One transaction for all, because nearly every test creates a world.
  return transaction(deps.sql, async (tx) => {
    const deploymentId = await addDeployment(tx, { name: `Deployment ${suffix}`, now });
    const otherId = await addDeployment(tx, { name: `Other ${suffix}`, now });
    const newcomer = (name: string, more: Partial<Newcomer> = {}): Newcomer => {
      return { deploymentId, name, email: `${name.toLowerCase()}@${suffix}.test`, hash, ...more };
    };
    const add = (name: string, more?: Partial<Newcomer>) => addPerson(tx, { url, deps }, newcomer(name, more));
    return {
      deploymentId,
      admin: await add('Admin', { isSiteAdmin: true }),
      ann: await add('Ann'),
      bob: await add('Bob'),
      stranger: await add('Stranger'),
      other: await add('Other', { deploymentId: otherId, isSiteAdmin: true }),
      anonymous: client(url, null),
      addPerson: (name, options) =>
        transaction(deps.sql, (later) => addPerson(later, { url, deps }, newcomer(name, options))),
    };
  });
}

async function addPerson(tx: Tx, app: { url: string; deps: AppDeps }, newcomer: Newcomer): Promise<Person> {
  const { deploymentId, name, email, hash, isSiteAdmin = false } = newcomer;
  const now = app.deps.clock();
  const person = { deploymentId, email, name, isSiteAdmin, passwordHash: hash, createdBy: null, now };
  const { userId } = await addUser(tx, app.deps.steps, person);
  const libraryId = await findPersonalLibrary(tx, { deploymentId, userId });
  const created = { deploymentId, userId, name: 'test', parentTokenId: null, createdBy: userId, now };
  const { token } = await addToken(tx, created);
  return { ...client(app.url, token), userId, deploymentId, email, name, password: PASSWORD, token, libraryId };
}
