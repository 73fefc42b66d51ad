/** The usual tus server for Node: @tus/server with files. Usage: tus.ts PORT FOLDER. */
import { createServer } from 'node:http';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';

const [port = '', directory = ''] = process.argv.slice(2);
const tus = new Server({ path: '/api/uploads', datastore: new FileStore({ directory }) });
const server = createServer((request, response) => {
  if (request.url === '/ready') response.end();
  else void tus.handle(request, response);
});
server.listen(Number(port), '127.0.0.1');
process.once('SIGTERM', () => process.exit());
