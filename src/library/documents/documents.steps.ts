import type { Step } from '../../platform/steps.ts';
import type { Actor } from '../../core/actor.ts';
import type { DocumentRow } from '../tree/tree.queries.ts';

/** `former`: the document before the rename; its row is locked. */
export type RenamedDocument = { actor: Actor; former: DocumentRow };

export type DocumentSteps = {
  /** After the row was renamed and moved. */
  documentRename: readonly Step<RenamedDocument>[];
};
