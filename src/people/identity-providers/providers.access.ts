import type { Db } from '../../platform/db/connection.ts';
import type { RowLock } from '../../platform/db/locks.ts';
import { notFound } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import { type ProviderRow, findProvider } from './providers.queries.ts';

/** The provider with a client's id, or 404. Routes check that the actor is a site admin. */
export async function accessProvider(sql: Db, actor: Actor, providerId: number, lock?: RowLock): Promise<ProviderRow> {
  const provider = await findProvider(sql, actor.deploymentId, providerId, lock);
  if (provider === undefined) throw notFound('identity provider');
  return provider;
}
