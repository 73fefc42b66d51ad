/** What people run for tus in Node: @tus/server with its files. Usage: tus.ts PORT FOLDER. */
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';

const [port = '', folder = ''] = process.argv.slice(2);
const server = new Server({ path: '/api/uploads', datastore: new FileStore({ directory: folder }) });
server.listen({ host: '127.0.0.1', port: Number(port) });
process.once('SIGTERM', () => process.exit());
