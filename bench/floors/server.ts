/**
 * The floor: the minimum that a Node process must do for the measured requests, without authentication, rights,
 * validation, hashes, activity or logs. Usage: server.ts PORT BLOB_FOLDER, with DATABASE_URL and optionally TLS_CERT
 * and TLS_KEY, and DRIVER=pg for pg's own pool.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect } from '../../src/platform/db/connection.ts';
import { copyActivity } from './activity.ts';
import {
  type FloorPage,
  findDocument,
  findDocuments,
  insertDocument,
  listDocuments,
  listPage,
  NO_HASH,
  formatDocument,
} from './documents.ts';
import { hashBody, receiveFile, receiveLarge, sendFile } from './files.ts';
import { markFolder, formatFolder } from './folders.ts';
import { connectPlainly } from './plain-driver.ts';
import { selectByKey } from './select.ts';
import { shareFolder } from './shares.ts';
import { searchTags } from './tags.ts';
import { searchTexts } from './texts.ts';
import { sendZip, type ZipEntry } from './zip.ts';

// The best of 2, 4, 8 and 16 for W1 with 32 concurrent requests; W3 is as fast with 2 as with 8.
const CONNECTIONS = 4;

const [port = '', blobFolder = ''] = process.argv.slice(2);
const origin = `http://127.0.0.1:${port}`;
const { DATABASE_URL = '', DRIVER } = process.env;
const own = connect(DATABASE_URL, CONNECTIONS);
const sql = DRIVER === 'pg' ? connectPlainly(DATABASE_URL) : own;
const [highest] = await own<{ id: number | null }[]>`select max(document_id) as id from floor.documents`;
let lastId = highest?.id ?? 0;

const { TLS_CERT, TLS_KEY } = process.env;
const server =
  TLS_CERT === undefined || TLS_KEY === undefined
    ? createServer(listen)
    : createSecureServer({ cert: readFileSync(TLS_CERT), key: readFileSync(TLS_KEY) }, listen);
server.listen(Number(port), '127.0.0.1');
process.once('SIGTERM', () => process.exit());

function listen(request: IncomingMessage, response: ServerResponse): void {
  answer(request, response).catch((error: unknown) => {
    // The load client hangs up during responses when its time is over.
    if ((error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    console.error(error);
    response.destroy();
  });
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', origin);
  const [, , noun, id = '', part] = pathname.split('/');
  if (noun === 'select') sendJson(response, 200, JSON.stringify(await selectByKey(sql, Number(id), Number(part))));
  else if (noun === 'copy')
    await copyActivity(own, `${blobFolder}/activity`, id === 'both').then(() => response.writeHead(204).end());
  else if (noun === 'ready') sendJson(response, 200, 'true');
  else if (noun === 'zip') await sendZip(response, await entriesOf(Number(id)));
  else if (noun === 'large')
    await receiveLarge(request, `${blobFolder}/large`).then(() => response.writeHead(204).end());
  else if (noun === 'hash') await hashBody(request).then(() => response.writeHead(204).end());
  else if (request.method === 'DELETE' || request.method === 'PATCH') await mark(request, response, Number(id));
  else if (part === 'share') sendJson(response, 200, await shareFolder(sql, origin, Number(id)));
  else if (part === 'search') await search(request, response);
  else if (request.method === 'POST') await upload(request, response, Number(id));
  else if (noun === 'folders' && searchParams.has('top'))
    sendJson(response, 200, await listPage(sql, origin, Number(id), pageOf(searchParams)));
  else if (noun === 'folders') sendJson(response, 200, await listDocuments(sql, origin, Number(id)));
  else if (noun === 'search') sendJson(response, 200, await searchTexts(sql, origin, searchParams.get('q') ?? ''));
  else if (part === 'content') await sendFile(`${blobFolder}/${id}`, response);
  else sendJson(response, 200, formatDocument(origin, await findDocument(sql, Number(id))));
}

function pageOf(query: URLSearchParams): FloorPage {
  return { top: Number(query.get('top')), skip: Number(query.get('skip')), orderBy: query.get('orderBy') ?? 'name' };
}

async function entriesOf(folderId: number): Promise<ZipEntry[]> {
  const rows = await findDocuments(sql, folderId);
  return rows.map(({ documentId, name, size }) => ({ name, size, path: `${blobFolder}/${documentId}` }));
}

async function upload(request: IncomingMessage, response: ServerResponse, folderId: number): Promise<void> {
  lastId += 1;
  const documentId = lastId;
  const size = await receiveFile(request, `${blobFolder}/${documentId}`);
  const name = String(request.headers['x-name']);
  const row = { documentId, folderId, name, size, hash: NO_HASH, modifiedAt: new Date().toISOString() };
  await insertDocument(sql, row);
  sendJson(response, 201, formatDocument(origin, row));
}

async function mark(request: IncomingMessage, response: ServerResponse, folderId: number): Promise<void> {
  const isTrashed = request.method === 'DELETE';
  await markFolder(sql, folderId, isTrashed ? new Date() : null);
  if (isTrashed) response.writeHead(204).end();
  else sendJson(response, 200, formatFolder(folderId));
}

async function search(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  sendJson(response, 200, await searchTags(sql, origin, JSON.parse(body)));
}

function sendJson(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}
