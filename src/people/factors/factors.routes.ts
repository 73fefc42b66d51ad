import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { type Actor, actorOf } from '../../core/actor.ts';
import { listPasskeys } from '../passkeys/passkeys.queries.ts';
import { UserParams } from '../users/users.schema.ts';
import { factorDocs } from './factors.docs.ts';
import { presentFactors } from './factors.presenter.ts';
import { ConfirmTotpBody, ConfirmedSchema, FactorsSchema, NewCodesSchema, TotpSetupSchema } from './factors.schema.ts';
import { findCodeSet } from './recovery-codes.queries.ts';
import { resetFactors } from './reset.actions.ts';
import { confirmTotp, removeTotp, renewCodes, startTotpSetup } from './totp.actions.ts';
import { findTotp } from './totp.queries.ts';

/** docs/api/authentication.md#second-factors */
export function factorRoutes(app: App, deps: Deps): void {
  app.get('/api/users/me/second-factors', {
    config: { limitedSession: true },
    schema: { ...factorDocs.getSecondFactors, response: { 200: FactorsSchema } },
    handler: async (request) => getFactors(deps, actorOf(request)),
  });

  totpRoutes(app, deps);

  app.post('/api/users/me/second-factors/recovery-codes', {
    schema: { ...factorDocs.createRecoveryCodes, response: { 201: NewCodesSchema } },
    handler: async (request, reply) => {
      const codes = await renewCodes(deps, actorOf(request));
      return reply.code(201).header('cache-control', 'no-store').send({ RecoveryCodes: codes });
    },
  });

  app.delete('/api/users/:userId/second-factors', {
    config: { role: 'siteAdmin' },
    schema: { ...factorDocs.resetSecondFactors, params: UserParams, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      await resetFactors(deps, actorOf(request), request.params.userId);
      return reply.code(204).send(null);
    },
  });
}

function totpRoutes(app: App, deps: Deps): void {
  app.post('/api/users/me/second-factors/totp', {
    config: { limitedSession: true },
    schema: { ...factorDocs.startTotpSetup, response: { 200: TotpSetupSchema } },
    handler: async (request, reply) => {
      const { key, uri } = await startTotpSetup(deps, actorOf(request));
      return reply.header('cache-control', 'no-store').send({ Secret: key, Uri: uri });
    },
  });

  app.post('/api/users/me/second-factors/totp/confirm', {
    config: { limitedSession: true },
    schema: { ...factorDocs.confirmTotpSetup, body: ConfirmTotpBody, response: { 200: ConfirmedSchema } },
    handler: async (request, reply) => {
      const wanted = { code: request.body.Code, address: request.ip };
      const codes = await confirmTotp(deps, actorOf(request), wanted);
      return reply.header('cache-control', 'no-store').send({ RecoveryCodes: codes });
    },
  });

  app.delete('/api/users/me/second-factors/totp', {
    schema: { ...factorDocs.removeTotp, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      await removeTotp(deps, actorOf(request));
      return reply.code(204).send(null);
    },
  });
}

async function getFactors({ sql }: Deps, actor: Actor) {
  const [passkeys, totp, codes] = await Promise.all([
    listPasskeys(sql, actor),
    findTotp(sql, actor),
    findCodeSet(sql, actor),
  ]);
  return presentFactors({ passkeys, totp, codes });
}
