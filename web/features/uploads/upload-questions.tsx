import { InterruptedUploads } from './interrupted-uploads.tsx';
import { NameConflicts } from './name-conflicts.tsx';
import type { Upload } from './upload.ts';
import type { Uploads } from './uploads.ts';

/** The questions that uploads have for the person. Loaded when there is one. */
export function UploadQuestions({ uploads, list }: { uploads: Uploads; list: readonly Upload[] }) {
  return (
    <>
      <NameConflicts uploads={uploads} list={list} />
      {list.some(({ state }) => state === 'lost') ? <InterruptedUploads uploads={uploads} list={list} /> : null}
    </>
  );
}
