import type { FastifyRequest } from 'fastify';
import type { App } from '../../platform/http/app-type.ts';
import type { UploadDeps } from '../../content/uploads/staged.steps.ts';
import { mountTus } from './tus-place.http.ts';
import { tusDocs } from './uploads.docs.ts';
import { type Metadata, readTarget } from './tus.http.ts';

/** Staged uploads by the tus protocol (tus.io): another way to the same uploads, with portions of any size. */
export function tusRoutes(app: App, deps: UploadDeps): void {
  const targetOf = (_request: FastifyRequest, metadata: Metadata) => readTarget(metadata);
  const locate = (_request: FastifyRequest, identifier: string) => `${deps.config.baseUrl}/api/uploads/${identifier}`;
  mountTus(app, deps, { path: '/api/uploads', isPublic: false, docs: tusDocs, pathParams: {}, targetOf, locate });
}
