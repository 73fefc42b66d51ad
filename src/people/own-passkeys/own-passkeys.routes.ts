import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { actorOf } from '../../core/actor.ts';
import { siteOf } from '../../core/hosts/hosts.http.ts';
import { partyOf } from '../passkeys/party.ts';
import { presentPasskey } from '../passkeys/passkeys.presenter.ts';
import { CreationOptionsSchema, PasskeySchema } from '../passkeys/passkeys.schema.ts';
import { addPasskey, changePasskey, removePasskey, startRegistration } from './own-passkeys.actions.ts';
import { ownPasskeyDocs } from './own-passkeys.docs.ts';
import { CreatePasskeyBody, NewPasskeySchema, PasskeyParams, RenamePasskeyBody } from './own-passkeys.schema.ts';

const PATH = '/api/users/me/second-factors/passkeys';

/** docs/api/passkeys.md#your-passkeys. The list is in the answer of `GET /api/users/me/second-factors`. */
export function ownPasskeyRoutes(app: App, deps: Deps): void {
  app.post(`${PATH}/options`, {
    config: { limitedSession: true },
    schema: { ...ownPasskeyDocs.startPasskeySetup, response: { 200: CreationOptionsSchema } },
    handler: async (request, reply) => {
      const options = await startRegistration(deps, actorOf(request), partyOf(siteOf(request), request.headers.origin));
      return reply.header('cache-control', 'no-store').send(options);
    },
  });

  app.post(PATH, {
    config: { limitedSession: true },
    schema: { ...ownPasskeyDocs.createPasskey, body: CreatePasskeyBody, response: { 201: NewPasskeySchema } },
    handler: async (request, reply) => {
      const { Name: name, Passkey: credential } = request.body;
      const party = partyOf(siteOf(request), request.headers.origin);
      const { passkey, codes } = await addPasskey(deps, actorOf(request), { name, credential, party });
      reply.code(201).header('cache-control', 'no-store');
      return reply.send({ ...presentPasskey(passkey), RecoveryCodes: codes });
    },
  });

  app.patch(`${PATH}/:passkeyId`, {
    schema: {
      ...ownPasskeyDocs.updatePasskey,
      params: PasskeyParams,
      body: RenamePasskeyBody,
      response: { 200: PasskeySchema },
    },
    handler: async (request) =>
      presentPasskey(await changePasskey(deps, actorOf(request), request.params.passkeyId, request.body.Name)),
  });

  app.delete(`${PATH}/:passkeyId`, {
    schema: { ...ownPasskeyDocs.deletePasskey, params: PasskeyParams, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      await removePasskey(deps, actorOf(request), request.params.passkeyId);
      return reply.code(204).send(null);
    },
  });
}
