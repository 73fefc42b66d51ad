import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { actorOf } from '../../core/actor.ts';
import { DocumentParams, FolderParams } from '../../library/tree/tree.schema.ts';
import { createDocumentShare, createFolderShare } from './shares.create.ts';
import { linkPartsOf } from '../shares/links.http.ts';
import { presentDocumentShare, presentFolderShare } from '../shares/shares.presenter.ts';
import {
  DocumentShareBody,
  DocumentShareSchema,
  FolderShareBody,
  FolderShareSchema,
  KNOWN_IN_SHARES,
} from '../shares/shares.schema.ts';
import { shareAliasDocs, shareDocs } from '../shares/shares.docs.ts';
import { removeUnused } from '../shares/unused.ts';

/** docs/api/shares.md#creating-a-share */
export function shareCreationRoutes(app: App, deps: Deps): void {
  for (const [form, docs] of [
    ['share', shareAliasDocs],
    ['shares', shareDocs],
  ] as const) {
    app.post(`/api/folders/:folderId/${form}`, {
      schema: {
        ...docs.createFolderShare,
        params: FolderParams,
        body: FolderShareBody,
        response: { 200: FolderShareSchema },
      },
      config: { creates: 'thing', refuseUnknown: KNOWN_IN_SHARES },
      preValidation: removeUnused,
      handler: async (request) => {
        const share = await createFolderShare(deps, actorOf(request), request.params.folderId, request.body);
        return presentFolderShare(linkPartsOf(request, deps), share, true);
      },
    });

    app.post(`/api/documents/:documentId/${form}`, {
      schema: {
        ...docs.createDocumentShare,
        params: DocumentParams,
        body: DocumentShareBody,
        response: { 200: DocumentShareSchema },
      },
      config: { creates: 'thing', refuseUnknown: KNOWN_IN_SHARES },
      preValidation: removeUnused,
      handler: async (request) => {
        const share = await createDocumentShare(deps, actorOf(request), request.params.documentId, request.body);
        return presentDocumentShare(linkPartsOf(request, deps), share, true);
      },
    });
  }
}
