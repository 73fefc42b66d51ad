import type { Static } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { notFound } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { presentCurrentUser } from './users.presenter.ts';
import { findCurrentUser } from './users.queries.ts';
import type { CurrentUserSchema } from './users.schema.ts';

/** The caller as JSON. */
export async function getCurrentUser({ sql, config }: Deps, actor: Actor): Promise<Static<typeof CurrentUserSchema>> {
  const [user, settings] = await Promise.all([findCurrentUser(sql, actor), readSettings(sql, actor.deploymentId)]);
  if (user === undefined) throw notFound('user');
  return presentCurrentUser(config, actor, user, settings);
}
