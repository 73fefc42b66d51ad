import type { Step } from '../../platform/steps.ts';
import type { Actor } from '../../core/actor.ts';
import type { DocumentRow } from '../tree/tree.queries.ts';

/** `former`: the document before it got its new name; its row is locked. */
export type RenamedDocument = { actor: Actor; former: DocumentRow };

export type DocumentSteps = {
  /** After the row has its new name and place. */
  documentRename: readonly Step<RenamedDocument>[];
};
