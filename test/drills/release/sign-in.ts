/** Signs in with the first password, without a package: it runs in the system that the release is tried in. */
import { readFileSync } from 'node:fs';

type FirstRun = { BaseUrl: string; Email: string; Password: string };

const { BaseUrl, Email, Password } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as FirstRun;
const page = await fetch(BaseUrl);
const session = await fetch(`${BaseUrl}/api/sessions`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ Email, Password }),
});
const cookie = session.headers.getSetCookie().map((line) => line.split(';')[0]);
const me = await fetch(`${BaseUrl}/api/users/me`, { headers: { cookie: cookie.join('; ') } });
const statuses = [page.status, session.status, me.status];
if (!statuses.every((status) => status < 300)) throw new Error(`Page, session and user answer ${statuses.join(', ')}.`);
