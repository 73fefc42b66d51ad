import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { notFound } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { cutPage, readPage } from '../../platform/http/paging.ts';
import { actorOf } from '../../core/actor.ts';
import { accessUser } from './users.access.ts';
import { findAccount, listAccountGroups, listAccounts } from './account.queries.ts';
import { inviteAgain } from './users.actions.ts';
import { presentAccount, presentListedAccount } from './users.presenter.ts';
import { ListAccountsQuery, ListedAccountSchema, UserAccountSchema, UserParams } from './users.schema.ts';
import { userDocs } from './users.docs.ts';

/** How users sign in, for site admins (docs/api/users.md#accounts). */
export function accountRoutes(app: App, deps: Deps): void {
  const config = { role: 'siteAdmin' } as const;
  const shared = { params: UserParams };

  app.get('/api/users/accounts', {
    config,
    schema: {
      ...userDocs.listAccounts,
      querystring: ListAccountsQuery,
      response: { 200: Type.Array(ListedAccountSchema) },
    },
    handler: async (request, reply) => {
      const { baseUrl } = deps.config;
      const { query: prefix = '', state = null, isSiteAdmin = null, secondFactor = null } = request.query;
      const page = readPage<[string, number]>(request.query, ['string', 'number']);
      const rows = await listAccounts(deps.sql, actorOf(request), { prefix, state, isSiteAdmin, secondFactor }, page);
      const kept = cutPage({ request, reply, baseUrl }, page, rows, (row) => [row.nameKey, row.userId]);
      return kept.map((row) => presentListedAccount(baseUrl, row));
    },
  });

  app.get('/api/users/:userId/account', {
    config,
    schema: { ...userDocs.getUserAccount, ...shared, response: { 200: UserAccountSchema } },
    handler: async (request) => {
      const actor = actorOf(request);
      const { userId } = await accessUser(deps.sql, actor, request.params.userId, 'Change');
      const key = { ...actor, userId };
      const [account, groups] = await Promise.all([findAccount(deps.sql, key), listAccountGroups(deps.sql, key)]);
      if (account === undefined) throw notFound('user');
      return presentAccount(account, groups);
    },
  });

  app.post('/api/users/:userId/invitation', {
    config: { ...config, creates: 'thing' },
    schema: { ...userDocs.inviteUser, ...shared, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      await inviteAgain(deps, actorOf(request), request.params.userId);
      return reply.code(204).send(null);
    },
  });
}
