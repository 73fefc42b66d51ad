/** Sends a finished report in the accepted format. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { gone } from '../../platform/errors.ts';
import { chooseType } from '../../platform/http/request/accept.ts';
import { sendPastFramework, startDownload } from '../../platform/http/files/download.ts';
import { storableName } from '../../content/zip/storable-names.ts';
import { actorOf } from '../../core/actor.ts';
import type { AsyncJobRow } from '../../core/async-jobs/async-jobs.queries.ts';
import { type FileForm, type FileRow, findFile } from '../../core/async-jobs/files.queries.ts';
import { JOB_KINDS } from '../../core/async-jobs/kinds.ts';
import { startRetrievalClock } from '../../core/async-jobs/retrieval.ts';

const TYPES = { csv: 'text/csv; charset=utf-8; header=present', json: 'application/json' };
/** As they are offered. Many clients send a charset with JSON, which has none (RFC 8259, section 11). */
const FORMS = {
  'text/csv; charset=utf-8; header=present': 'csv',
  'application/json; charset=utf-8': 'json',
} as const;
const OFFERED = Object.keys(FORMS) as (keyof typeof FORMS)[];
/** Characters that programs display wrongly, or not at all, in a name. */
const INVISIBLE = /[\p{Cc}\p{Cf}\u2028\u2029\p{Surrogate}]/gu;

/**
 * Answers GET and HEAD with CSV or JSON: 200, 206, 304, 406, 412, 416. Headers contain the time range of the report and
 * the digest of the whole (RFC 9530). `wanted` overrides Accept, because links send no headers. Only the last byte
 * starts the retention clock of the result.
 */
export async function sendReport(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  job: AsyncJobRow,
  wanted?: FileForm,
): Promise<FastifyReply> {
  reply.header('vary', 'Accept');
  const form = wanted ?? FORMS[chooseType(request.headers.accept, OFFERED)];
  const file = await findFile(deps.sql, { deploymentId: actorOf(request).deploymentId, jobId: job.jobId }, form);
  if (file === undefined) throw gone('The report no longer exists. Request a new one.');
  reply.headers(headersOf(job, file));
  const { size, hash } = file;
  const transfer = startDownload(request, reply, {
    name: nameOf(job, form),
    type: TYPES[form],
    size,
    etag: `"${hash}"`,
  });
  if (transfer === null) return reply;
  const { start, end } = transfer.range;
  const blob = await deps.blobs.open(file.storageKey);
  try {
    return await sendPastFramework(request, reply, transfer, async (to) => {
      if (end < size) return blob.sendTo(to, { start, end });
      if (end - start > 1) await blob.sendTo(to, { start, end: end - 1 });
      await startRetrievalClock(deps, request, reply, job);
      return blob.sendTo(to, { start: end - 1, end });
    });
  } finally {
    await blob.close();
  }
}

function headersOf({ parameters }: AsyncJobRow, { hash }: FileRow) {
  return {
    'repr-digest': `sha-256=:${Buffer.from(hash, 'hex').toString('base64')}:`,
    'x-report-from': String(parameters['from']),
    'x-report-to': String(parameters['to']),
  };
}

// A report requested as `report.csv` and fetched as JSON is report.json.
function nameOf({ kind, jobId, parameters }: AsyncJobRow, extension: string): string {
  const asked = String(parameters['fileName'] ?? '')
    .normalize('NFC')
    .replaceAll(INVISIBLE, '')
    .trim();
  const base = asked.replace(/\.(?:csv|json)$/i, '').trim();
  const own = `${JOB_KINDS[kind].resultPath.split('/').at(-1)}-${jobId}`;
  return storableName(`${base === '' ? own : base}.${extension}`);
}
