import { readFile } from 'node:fs/promises';
import { siteOfDeployment } from '../core/hosts/sites.ts';
import { systemClock } from '../platform/clock.ts';
import { type Tx, transaction } from '../platform/db/connection.ts';
import type { Deps } from '../platform/deps.ts';
import { callbackUri } from '../people/identity-providers/provider-addresses.ts';
import { readCreation } from '../people/identity-providers/providers.body.ts';
import {
  type ProviderRow,
  discardReadings,
  findProvider,
  listProviders,
} from '../people/identity-providers/providers.queries.ts';
import {
  type ProviderAdmin,
  addProvider,
  removeProvider,
  switchProvider,
} from '../people/identity-providers/providers.steps.ts';
import { checkProvider } from '../people/provider-tests/check-provider.ts';
import { directoryOf } from '../people/provider-sign-in/directory.ts';
import { chooseDeployment, withDatabase, withDeps } from './database.ts';
import { print, table } from './output.ts';

type Options = { deployment?: string; json?: boolean };
type NewProvider = Options & {
  name: string;
  issuer: string;
  clientId: string;
  secretFile?: string;
  domain?: string[];
  createUsers: boolean;
  enable: boolean;
};

/** Adds a provider and prints the address to register at it. */
export async function addProviderCommand(options: NewProvider): Promise<void> {
  const secret = options.secretFile === undefined ? undefined : (await readFile(options.secretFile, 'utf8')).trim();
  const wanted = readCreation({
    Name: options.name,
    Issuer: options.issuer,
    ClientId: options.clientId,
    ...(secret === undefined ? {} : { ClientSecret: secret }),
    AllowedDomains: options.domain ?? [],
    CreatesUsers: options.createUsers,
    IsEnabled: options.enable,
  });
  await withDeps(async (deps) => {
    const deploymentId = await chooseDeployment(deps.sql, options.deployment);
    const who = { deploymentId, userId: null, at: systemClock() };
    const providerId = await transaction(deps.sql, (tx) =>
      addProvider(tx, deps.secretKey, who, { ...wanted, assertMayManage: () => {} }),
    );
    const callback = callbackUri(await siteOfDeployment(deps.sql, deps.config, deploymentId), providerId);
    print(options, { ProviderId: providerId, Callback: callback }, [
      `Added provider ${providerId}. Register this redirect URI at the provider:`,
      callback,
    ]);
  });
}

/** Prints the providers of the deployment. */
export async function listProvidersCommand(options: Options): Promise<void> {
  const rows = await withDatabase(async (sql) => listProviders(sql, await chooseDeployment(sql, options.deployment)));
  const values = rows.map(({ providerId, name, issuer, isEnabled }) => {
    return { ProviderId: providerId, Name: name, Issuer: issuer, IsEnabled: isEnabled };
  });
  const lines = values.map((row) => [row.ProviderId, row.IsEnabled ? 'enabled' : 'disabled', row.Issuer, row.Name]);
  print(options, values, table(['Id', 'State', 'Issuer', 'Name'], lines));
}

/** Reads configuration and keys of a provider; fails if it cannot be used. */
export async function testProviderCommand(id: string, options: Options): Promise<void> {
  await withDeps(async (deps) => {
    const provider = await discardReadings(deps.sql, await findIn(deps, id, options));
    const { failure, reason, keys } = await checkProvider(directoryOf(deps), provider);
    if (failure !== null) throw new Error(`${provider.name} cannot be used (${failure}): ${reason}`);
    const lines = [
      `${provider.name} answers, with ${keys} key${keys === 1 ? '' : 's'}. Sign in once to test the rest.`,
    ];
    print(options, { ProviderId: provider.providerId, Keys: keys }, lines);
  });
}

/** Removes a provider and ends the sessions that it opened. */
export async function removeProviderCommand(id: string, options: Options): Promise<void> {
  const { providerId, name } = await change(id, options, removeProvider);
  print(options, { ProviderId: providerId }, [`Removed ${name}.`]);
}

/** Lets people sign in with a provider, or not. Sessions stay. */
export async function switchProviderCommand(id: string, isEnabled: boolean, options: Options): Promise<void> {
  const { providerId, name } = await change(id, options, (tx, who, provider) =>
    switchProvider(tx, who, provider, isEnabled),
  );
  print(options, { ProviderId: providerId, IsEnabled: isEnabled }, [`${isEnabled ? 'Enabled' : 'Disabled'} ${name}.`]);
}

type Change = (tx: Tx, who: ProviderAdmin, provider: ProviderRow) => Promise<void>;

async function change(id: string, options: Options, work: Change): Promise<ProviderRow> {
  return withDatabase(async (sql) => {
    const found = await findIn({ sql }, id, options);
    const { deploymentId, providerId } = found;
    await transaction(sql, async (tx) => {
      const provider = await findProvider(tx, deploymentId, providerId, 'change');
      if (provider === undefined) throw unknown(id);
      await work(tx, { deploymentId, userId: null, at: systemClock() }, provider);
    });
    return found;
  });
}

async function findIn({ sql }: Pick<Deps, 'sql'>, id: string, { deployment }: Options): Promise<ProviderRow> {
  const deploymentId = await chooseDeployment(sql, deployment);
  const provider = /^\d{1,15}$/.test(id) ? await findProvider(sql, deploymentId, Number(id)) : undefined;
  if (provider === undefined) throw unknown(id);
  return provider;
}

function unknown(id: string): Error {
  return new Error(`There is no provider ${id}; carrel provider list shows them.`);
}
