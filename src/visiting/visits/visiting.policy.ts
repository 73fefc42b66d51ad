/**
 * The policy table of visiting: what a visitor of a link can do (docs/api/links.md; decision 0067). `visits.access.ts`
 * enforces it: one of the share's flags must allow the operation, and the creator must be able to do the same at this
 * moment, by the policy table of the library.
 */
import type { OperationOn } from '../../library/rights/library.policy.ts';

type Flag = 'allowView' | 'allowDownload' | 'allowUpload' | 'allowEdit' | 'allowComment';

export type VisitRequirement = {
  flags: readonly Flag[];
  creator: { on: 'folder'; operation: OperationOn<'folder'> } | { on: 'document'; operation: OperationOn<'document'> };
};

export const VISIT_POLICY = {
  // Downloading includes viewing.
  View: { flags: ['allowView', 'allowDownload'], creator: { on: 'document', operation: 'View' } },
  Download: { flags: ['allowDownload'], creator: { on: 'document', operation: 'View' } },
  Upload: { flags: ['allowUpload'], creator: { on: 'folder', operation: 'AddDocument' } },
  Edit: { flags: ['allowEdit'], creator: { on: 'document', operation: 'AddRevision' } },
  // Reading and writing comments, on documents that the visitor can View.
  Comment: { flags: ['allowComment'], creator: { on: 'document', operation: 'Comment' } },
} as const satisfies Record<string, VisitRequirement>;

/** An operation of a visitor on an object. */
export type VisitOperation = keyof typeof VISIT_POLICY;
