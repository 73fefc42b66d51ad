/** nginx as a target: with its own files, and in front of Carrel, each over HTTP and TLS. */
import { existsSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { certificateFiles } from './certificate.ts';
import { fillFile } from './plant.ts';
import { startServer } from './processes.ts';
import type { Target } from './target.ts';

const PROGRAM = '/usr/sbin/nginx';

export function hasNginx(): boolean {
  return existsSync(PROGRAM);
}

type Place = { folder: string; ports: { plain: number; secure: number }; carrel: Target; blobFolder: string };

/** The same nginx by its names: its own files over HTTP and TLS, and Carrel's contents that it sends. */
export async function startNginx(place: Place): Promise<{ plain: Target; secure: Target; beforeCarrel: Target }> {
  const { folder, ports, carrel } = place;
  await mkdir(`${folder}/files`, { recursive: true });
  await mkdir(`${folder}/temp`);
  await chmod(folder, 0o711);
  await writeFile(`${folder}/nginx.conf`, await configuration(place));
  const origin = new URL(`http://127.0.0.1:${ports.plain}`);
  const command = [PROGRAM, '-p', folder, '-c', 'nginx.conf'];
  const pid = await startServer(command, {}, { origin, readyPath: '/ready', log: `${folder}/log` });
  let planted = 0;
  const takesNone = () => {
    throw new Error('nginx takes no uploads.');
  };
  const plain: Target = {
    name: 'nginx',
    pid,
    postgresPid: carrel.postgresPid,
    origin,
    headers: {},
    createFolder: async () => 1,
    upload: takesNone,
    hashOf: () => '',
    plantDocument: async (_folderId, size) => {
      planted += 1;
      await fillFile(`${folder}/files/${planted}`, size);
      return planted;
    },
    plantFolder: takesNone,
    plantList: takesNone,
    plantActivity: takesNone,
    plantTagged: takesNone,
    plantTexts: takesNone,
  };
  return {
    plain,
    secure: { ...plain, origin: new URL(`https://127.0.0.1:${ports.secure}`) },
    beforeCarrel: { ...carrel, name: 'nginx before Carrel', origin },
  };
}

// Carrel's documents have their own ids; nginx's own files are under another host name.
async function configuration({ folder, ports, carrel, blobFolder }: Place): Promise<string> {
  const { TLS_CERT, TLS_KEY } = await certificateFiles(folder);
  return `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off; pid nginx.pid; error_log stderr; worker_processes 1; events {}
http {
  access_log off; client_body_temp_path temp/body; proxy_temp_path temp/proxy; fastcgi_temp_path temp/fastcgi;
  uwsgi_temp_path temp/uwsgi; scgi_temp_path temp/scgi;
  sendfile on; tcp_nopush on; keepalive_requests 1000000;
  server {
    listen 127.0.0.1:${ports.plain};
    listen 127.0.0.1:${ports.secure} ssl;
    ssl_certificate ${TLS_CERT};
    ssl_certificate_key ${TLS_KEY};
    client_max_body_size 0;
    location = /ready { return 200; }
    location ~ ^/api/documents/(\\d+)/content$ {
      if ($http_authorization) { rewrite ^ /carrel$uri last; }
      alias ${folder}/files/$1;
    }
    location / { rewrite ^ /carrel$uri last; }
    location /carrel/ {
      internal;
      proxy_pass ${carrel.origin.origin}/;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_request_buffering off;
    }
    location /carrel-blobs/ { internal; alias ${blobFolder}/; etag off; }
  }
}
`;
}
