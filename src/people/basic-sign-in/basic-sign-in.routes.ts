import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { namedDeployment } from '../../core/hosts/hosts.http.ts';
import { email, id, time, wantedId } from '../../platform/openapi/fields.ts';
import type { GivenCredentials } from '../credentials/password-owners.ts';
import { presentChoice } from '../sign-in/deployment-choice.ts';
import { DeploymentChoiceSchema } from '../sign-in/sign-in.schema.ts';
import { exchangePassword, refused } from './basic-sign-in.actions.ts';
import { basicSignInDocs } from './basic-sign-in.docs.ts';

const ShortTokenSchema = Type.Object(
  {
    Token: Type.String({ description: 'The token, which can do everything that the user can do.' }),
    UserName: email('Email address of the user.'),
    UserId: id('The user.'),
    ExpirationDate: time('When the token expires.'),
  },
  { title: 'ShortToken', description: 'A token that was created for Basic credentials.' },
);

/** docs/api/authentication.md#basic-credentials */
export function basicSignInRoutes(app: App, deps: Deps): void {
  app.get('/api/authenticate', {
    // A HEAD would create a token that nobody sees.
    exposeHeadRoute: false,
    config: { public: true },
    schema: {
      ...basicSignInDocs.createShortToken,
      querystring: Type.Object({
        deploymentId: Type.Optional(wantedId('The deployment, if the address has an account in several.')),
      }),
      response: { 200: Type.Union([ShortTokenSchema, DeploymentChoiceSchema]) },
    },
    handler: async (request, reply) => {
      const deploymentId = namedDeployment(request, request.query.deploymentId ?? null);
      const exchanged = await exchangePassword(deps, { ...credentialsOf(request), deploymentId });
      void reply.header('cache-control', 'no-store');
      if ('deployments' in exchanged) return presentChoice(deps, exchanged);
      const { token, user, expiresAt } = exchanged;
      return { Token: token, UserName: user.email, UserId: user.userId, ExpirationDate: expiresAt.toISOString() };
    },
  });
}

const SCHEME = /^basic +([A-Za-z0-9+/]{1,4000}={0,2}) *$/i;

// RFC 7617: everything before the first colon is the user, and the text is UTF-8.
function credentialsOf({
  headers: { authorization = '' },
  ip: address,
}: FastifyRequest): Omit<GivenCredentials, 'deploymentId'> {
  const text = Buffer.from(SCHEME.exec(authorization)?.[1] ?? '', 'base64').toString('utf8');
  const end = text.indexOf(':');
  if (end === -1) throw refused('Send your email address and password as Basic credentials.');
  return { email: text.slice(0, end), password: text.slice(end + 1), address };
}
