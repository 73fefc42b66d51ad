import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { actorOf } from '../../core/actor.ts';
import { DocumentParams, FolderParams } from '../../library/tree/tree.schema.ts';
import { linkPartsOf } from '../shares/links.http.ts';
import { presentDocumentShare, presentFolderShare } from '../shares/shares.presenter.ts';
import { DocumentShareSchema, FolderShareSchema } from '../shares/shares.schema.ts';
import { provideDefaultLink } from './default-links.actions.ts';
import { defaultLinkDocs } from './default-links.docs.ts';

/** docs/api/shares.md#default-link */
export function defaultLinkRoutes(app: App, deps: Deps): void {
  app.put('/api/folders/:folderId/shares/default', {
    schema: { ...defaultLinkDocs.provideDefaultFolderLink, params: FolderParams, response: { 200: FolderShareSchema } },
    handler: async (request) => {
      const item = { kind: 'folder', id: request.params.folderId } as const;
      return presentFolderShare(
        linkPartsOf(request, deps),
        await provideDefaultLink(deps, actorOf(request), item),
        true,
      );
    },
  });

  app.put('/api/documents/:documentId/shares/default', {
    schema: {
      ...defaultLinkDocs.provideDefaultDocumentLink,
      params: DocumentParams,
      response: { 200: DocumentShareSchema },
    },
    handler: async (request) => {
      const item = { kind: 'document', id: request.params.documentId } as const;
      return presentDocumentShare(
        linkPartsOf(request, deps),
        await provideDefaultLink(deps, actorOf(request), item),
        true,
      );
    },
  });
}
