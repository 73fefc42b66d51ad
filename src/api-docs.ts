/** The description of the API and its reference page, both made from the routes' schemas and served without a token. */
import scalar from '@scalar/fastify-api-reference';
import swagger from '@fastify/swagger';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Deps } from './deps.ts';
import type { App } from './platform/http/app-type.ts';
import { hoistSchemas } from './platform/http/openapi.ts';

const { version } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../package.json'), 'utf8')) as {
  version: string;
};

// The reference page is one script and its styles from this server; its bundle knows outside hosts, so they are shut out.
const PAGE_POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Parts of the description that are not for validating or serializing: forms and binary answers. */
    describe?: { body?: object; response?: object };
  }
}

/** Must be registered before the routes that it is to describe. */
export async function registerApiDocs(app: App, { config }: Deps): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Carrel',
        version,
        description: 'Libraries, folders and documents; who may see them; what happened to them.',
      },
      servers: [{ url: config.baseUrl }],
      security: [{ token: [] }],
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'An API token.' } } },
    },
    transform: ({ schema, url, route }) => {
      const { body, response } = route.config?.describe ?? {};
      const responses = { ...(schema?.response as object | undefined), ...response };
      return { url, schema: { ...schema, ...(body === undefined ? {} : { body }), response: responses } };
    },
  });
  app.get('/api/openapi.json', { config: { public: true }, schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/json').serializer(JSON.stringify).send(openApiDocument(app)),
  );
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, public: true };
    });
    scope.addHook('onSend', async (_request, reply) => void reply.header('content-security-policy', PAGE_POLICY));
    await scope.register(scalar, {
      routePrefix: '/api/docs',
      configuration: { url: '/api/openapi.json', withDefaultFonts: false, telemetry: false, hideClientButton: true },
    });
  });
}

/** The OpenAPI 3.1 document of an application that is ready. */
export function openApiDocument(app: App): object {
  return hoistSchemas(app.swagger() as Record<string, unknown>);
}
